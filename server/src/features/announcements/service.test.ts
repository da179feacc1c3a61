import type { Person } from '@carillon/contract/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { AppError } from '../../kernel/app-error.ts'
import { findAnnouncement, listFeed } from './store.ts'
import { body, IMAGE_URL, openAnnouncementPlace } from './testing.ts'

const ROUNDS = 20

describe.each(ENGINES)('announcements, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openAnnouncementPlace>>
  let service: ReturnType<typeof place.instance>
  /** Another instance on the same database. */
  let second: ReturnType<typeof place.instance>
  let dj: Person
  let moderator: Person

  beforeAll(async () => {
    place = await openAnnouncementPlace(engine)
    ;[service, second] = [place.instance(), place.instance()]
    dj = await place.person('DJ', 'Mikael')
    moderator = await place.person('MODERATOR', 'Nina')
  })
  beforeEach(async () => {
    await place.db.deleteFrom('announcements').execute()
    place.notices.length = 0
    place.published.length = 0
  })
  afterAll(() => place.close())

  const draft = async (title?: string) => (await service.create(dj, body(title))).id
  const published = async (title?: string) =>
    (await service.command(moderator, await draft(title), 'publish')).id
  const read = async (id: number) => {
    const found = await findAnnouncement(place.db, id)
    if (!found) throw new Error('no such announcement')
    return found
  }

  it(`[AM6] of eight that are pinned at once by two instances three are, ${ROUNDS} times`, async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => published()))
    for (let round = 0; round < ROUNDS; round++) {
      const pins = await Promise.allSettled(
        ids.map((id, at) => [service, second][at % 2]?.command(moderator, id, 'pin')),
      )
      const refused = pins.flatMap((pin) => (pin.status === 'rejected' ? [pin.reason.code] : []))
      expect(refused).toEqual(Array(5).fill('TOO_MANY_PINNED'))
      const { content } = await listFeed(place.db, { page: 0, size: 10 })
      expect(content.filter(({ pinnedAt }) => pinnedAt)).toHaveLength(3)
      await Promise.all(ids.map((id) => second.command(moderator, id, 'unpin')))
    }
  })

  it('[AM6] the database itself refuses a fourth place, a shared one, and a pinned draft', async () => {
    const [first, other, third] = [await published(), await published(), await draft()]
    const pin = (id: number, pin_place: number) =>
      place.db
        .updateTable('announcements')
        .set({ pin_place, pinned_at: new Date() })
        .where('id', '=', id)
        .execute()
    await pin(first, 1)
    await expect(pin(other, 1)).rejects.toThrow(/pin_place/)
    await expect(pin(other, 4)).rejects.toThrow(/check/)
    await expect(pin(third, 2)).rejects.toThrow(/check/)
  })

  it('[AM10] ten publications of one announcement at once are told once', async () => {
    const id = await draft('Enrolment')
    place.notices.length = 0
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => [service, second][at % 2]?.command(moderator, id, 'publish')),
    )
    expect(place.published).toEqual([
      {
        to: '/topic/announcements/public',
        body: {
          type: 'ANNOUNCEMENT_PUBLISHED',
          announcement: expect.objectContaining({ id, approvedBy: null, status: 'PUBLISHED' }),
        },
      },
    ])
    expect(place.notices).toEqual([
      {
        type: 'ANNOUNCEMENT_PUBLISHED',
        message: 'Enrolment',
        link: `/announcements#a-${id}`,
        announcementId: id,
        audience: 'everyone',
      },
    ])
  })

  it('[AM10] what cannot be noticed is not published: both stand or neither', async () => {
    const id = await draft()
    const broken = place.instance({
      notify: () => Promise.reject(new AppError('INTERNAL')),
    })
    await expect(broken.command(moderator, id, 'publish')).rejects.toThrow()
    expect((await read(id)).state).toBe('DRAFT')
    expect(place.published).toEqual([])
  })

  it('[AM10] staff are notified of a DJ’s draft, its author why it came back, staff that it comes again', async () => {
    const id = await draft('Enrolment')
    await service.reject(moderator, id, 'Say where.')
    await service.reject(moderator, id, 'Say when.')
    await service.command(dj, id, 'resubmit')
    await service.create(moderator, body('Of staff'))
    const toStaff = {
      message: 'Mikael Reyes wrote an announcement to review: Enrolment',
      audience: { roles: ['MODERATOR', 'ADMIN'] },
    }
    const toAuthor = {
      message: 'Your announcement “Enrolment” was rejected: Say where.',
      audience: { userId: dj.id },
    }
    const shared = { type: 'ANNOUNCEMENT', announcementId: id }
    expect(place.notices).toMatchObject([toStaff, toAuthor, toStaff].map((each) => ({ ...shared, ...each })))
  })

  it('[AM301] a rejection leads its author to the editor, a draft staff to the drafts, a publication to itself', async () => {
    const id = await draft('Enrolment')
    const published = await draft('Open day')
    await service.reject(moderator, id, 'Say where.')
    await service.command(moderator, published, 'publish')
    expect(place.notices.map(({ link }) => link)).toEqual([
      '/announcements?show=drafts',
      '/announcements?show=drafts',
      `/announcements/edit/${id}`,
      `/announcements#a-${published}`,
    ])
  })

  it('[AM10] a notice is never longer than notices may be, and never ends in half a character', async () => {
    const id = await draft('🎉'.repeat(250))
    await service.reject(moderator, id, 'x'.repeat(500))
    const messages = place.notices.map(({ message }) => message)
    expect(messages).toHaveLength(2)
    for (const message of messages) {
      expect(message.length).toBeLessThanOrEqual(500)
      expect(message.isWellFormed()).toBe(true)
      expect(message).toMatch(/…$/)
    }
  })

  it('[AM11] writing, rejecting and publishing leave one line each; only what is published is named', async () => {
    const before = (await place.activities()).length
    const id = await draft('Secret booth')
    await service.reject(moderator, id, 'Say where.')
    await service.command(dj, id, 'resubmit')
    await service.command(moderator, id, 'publish')
    await service.command(moderator, id, 'publish')
    expect((await place.activities()).slice(before)).toEqual([
      `ANNOUNCEMENT_CREATE / Announcement ${id} was written / ${dj.id}`,
      `ANNOUNCEMENT_REJECT / Announcement ${id} was rejected / ${moderator.id}`,
      `ANNOUNCEMENT_PUBLISH / Secret booth was published / ${moderator.id}`,
    ])
  })

  it('[AM14] an image that was not uploaded here is refused; without an image its description goes', async () => {
    const withImage = (imageUrl: string | null) => ({ ...body(), imageUrl, imageAlt: 'A booth' })
    const refused = service.create(dj, withImage(IMAGE_URL.replace('a', 'b')))
    await expect(refused).rejects.toMatchObject({ fields: { imageUrl: 'Upload the image first' } })
    const { id } = await service.create(dj, withImage(IMAGE_URL))
    expect(await read(id)).toMatchObject({ imageUrl: IMAGE_URL, imageAlt: 'A booth' })
    await service.update(dj, id, withImage(null))
    expect(await read(id)).toMatchObject({ imageUrl: null, imageAlt: null })
  })

  it('[AM2] words that are sent back as they were change nothing', async () => {
    const id = await draft()
    const before = await read(id)
    place.clock.nowMs += 1000
    await service.update(dj, id, body())
    expect(await read(id)).toEqual(before)
    expect(await service.update(dj, id, body('Other'))).toMatchObject({ title: 'Other' })
  })
})
