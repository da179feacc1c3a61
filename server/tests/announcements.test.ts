import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { getActivity } from '@carillon/contract/analytics/endpoints'
import * as calls from '@carillon/contract/announcements/endpoints'
import {
  ANNOUNCEMENT_STATUSES,
  type Announcement,
  IMAGE_UPLOAD_PATH,
  MAX_IMAGE_BYTES,
} from '@carillon/contract/announcements/schemas'
import { announcementEventSchema } from '@carillon/contract/announcements/topics'
import { HOUR_MS } from '@carillon/contract/durations'
import { listNotifications } from '@carillon/contract/notifications/endpoints'
import { ROLES, type Role } from '@carillon/contract/roles'
import { toLocalDateTime } from '@carillon/contract/time'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { IMAGES, pngChunk, pngOf } from '../src/features/announcements/images/testing.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient } from './support/stomp.ts'

const clock = { nowMs: Date.parse('2026-11-20T07:00:00Z'), now: () => clock.nowMs }
const WHO = ['visitor', ...ROLES, 'author'] as const
/** Uploads are tidied beside the station's start, which does not wait for it. */
const WORDS = { title: 'Foundation week', content: 'Booths open at nine.' }

let station: TestStation
let dj: Member
let moderator: Member
let clients: WireClient[] = []

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  moderator = await station.as('MODERATOR', 'Nina')
})
afterEach(() => {
  for (const client of clients) client.close()
  clients = []
})
afterAll(() => station.close())

const memberOf = async (who: (typeof WHO)[number]) => {
  if (who === 'visitor') return null
  return who === 'author' ? dj : station.as(who as Role)
}
const create = (
  as: Member | null = dj,
  body: Partial<typeof WORDS> & { imageUrl?: string; imageAlt?: string } = {},
) => station.call(calls.createAnnouncement, { as, body: { ...WORDS, ...body } })
const draft = async (title = WORDS.title) => (await create(dj, { title })).data.id
/** Any call on one announcement that takes no body; `pin` stands for all of them. */
const on = (endpoint: { method: string; path: string }, id: number, as: Member | null = moderator) =>
  station.call(endpoint as typeof calls.pinAnnouncement, { as, params: { id } })
const get = (id: number, as: Member | null = null) =>
  station.call(calls.getAnnouncement, { as, params: { id } })
const reject = (id: number, rejectionReason = 'Say where.', as: Member | null = moderator) =>
  station.call(calls.rejectAnnouncement, { as, params: { id }, body: { rejectionReason } })
const schedule = (id: number, inMs: number, as: Member | null = moderator) =>
  station.call(calls.scheduleAnnouncement, {
    as,
    params: { id },
    body: { scheduledFor: toLocalDateTime(new Date(clock.nowMs + inMs), 'Asia/Manila') },
  })
const feed = async (size = 100) =>
  (await station.call(calls.listAnnouncements, { query: { size } })).data.content
async function published(title = WORDS.title): Promise<number> {
  const id = await draft(title)
  await on(calls.publishAnnouncement, id)
  return id
}
/** One announcement in each state, by it. */
async function oneOfEach(): Promise<Record<Announcement['status'], number>> {
  const [DRAFT, SCHEDULED, REJECTED, ARCHIVED, PUBLISHED] = [
    await draft('Of DRAFT'),
    await draft('Of SCHEDULED'),
    await draft('Of REJECTED'),
    await draft('Of ARCHIVED'),
    await published('Of PUBLISHED'),
  ]
  await schedule(SCHEDULED, HOUR_MS)
  await reject(REJECTED)
  await on(calls.archiveAnnouncement, ARCHIVED)
  return { DRAFT, SCHEDULED, REJECTED, ARCHIVED, PUBLISHED }
}

describe('writing', () => {
  it('[AM1] a draft answers as it stands', async () => {
    const { status, data } = await create(dj, { title: ' Foundation week ' })
    expect(status).toBe(201)
    expect(data).toEqual({
      id: expect.any(Number),
      ...WORDS,
      imageUrl: null,
      imageAlt: null,
      status: 'DRAFT',
      pinned: false,
      pinnedAt: null,
      scheduledFor: null,
      expiresAt: null,
      publishedAt: null,
      createdAt: '2026-11-20T07:00:00.000Z',
      updatedAt: '2026-11-20T07:00:00.000Z',
      createdBy: { id: dj.id, name: dj.name, role: 'DJ' },
      approvedBy: null,
      rejectionReason: null,
    })
  })

  it('[AM1] what is missing, too long or shown without words is 400 with the field', async () => {
    const refused = [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(501) }, 'title'],
      [{ content: '' }, 'content'],
      [{ content: 'x'.repeat(5001) }, 'content'],
      [{ imageUrl: 'https://elsewhere.example/a.png', imageAlt: 'A booth' }, 'imageUrl'],
      [{ imageUrl: `/uploads/${'a'.repeat(40)}.png`, imageAlt: '' }, 'imageAlt'],
      [{ imageUrl: `/uploads/${'a'.repeat(40)}.png`, imageAlt: 'A booth' }, 'imageUrl'],
    ] as const
    for (const [body, field] of refused) {
      const { status, error } = await create(dj, body)
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
    }
    expect((await create(dj, { title: 'x'.repeat(500), content: 'x'.repeat(5000) })).status).toBe(201)
  })

  it('[AM3] the author edits and deletes until somebody takes it over; staff always', async () => {
    const ids = await oneOfEach()
    const body = { ...WORDS, title: 'Changed' }
    const edit = async (id: number, as: Member) =>
      (await station.call(calls.updateAnnouncement, { as, params: { id }, body })).status
    const statuses = Object.keys(ids) as Announcement['status'][]
    const byAuthor: Record<string, number> = {}
    for (const status of statuses) byAuthor[status] = await edit(ids[status], dj)
    expect(byAuthor).toEqual({ DRAFT: 200, REJECTED: 200, SCHEDULED: 409, PUBLISHED: 409, ARCHIVED: 409 })
    for (const status of statuses) expect(await edit(ids[status], moderator)).toBe(200)
    const deleted: Record<string, number> = {}
    for (const status of statuses)
      deleted[status] = (await on(calls.deleteAnnouncement, ids[status], dj)).status
    expect(deleted).toEqual({ DRAFT: 204, REJECTED: 204, SCHEDULED: 409, PUBLISHED: 409, ARCHIVED: 409 })
    for (const status of statuses)
      expect((await on(calls.deleteAnnouncement, ids[status], moderator)).status).toBe(204)
    expect((await get(ids.PUBLISHED)).status).toBe(404)
    expect((await on(calls.deleteAnnouncement, ids.DRAFT, dj)).status).toBe(204)
  })
})

describe('who sees what', () => {
  it.each(WHO)('[AM4] %s sees of each state by id what the table says', async (who) => {
    const member = await memberOf(who)
    const isPrivileged = who === 'author' || who === 'MODERATOR' || who === 'ADMIN'
    for (const [status, id] of Object.entries(await oneOfEach())) {
      const isSeen = isPrivileged || status === 'PUBLISHED'
      const found = await get(id, member)
      expect([status, found.status]).toEqual([status, isSeen ? 200 : 404])
      if (!isSeen) continue
      expect(found.data.approvedBy?.id ?? null).toBe(
        isPrivileged && (status === 'PUBLISHED' || status === 'SCHEDULED') ? moderator.id : null,
      )
      expect(found.data.rejectionReason).toBe(status === 'REJECTED' ? 'Say where.' : null)
    }
  })

  it.each(WHO)('[AM4] %s finds in lists of others only what is published', async (who) => {
    const as = await memberOf(who)
    const refusal = { visitor: 401, LISTENER: 403 }[who as string] ?? null
    const isPrivileged = who === 'author' || who === 'MODERATOR' || who === 'ADMIN'
    const ids = await oneOfEach()
    const statusOf = new Map(Object.entries(ids).map(([status, id]) => [id, status]))
    const found = ({ status, data }: { status: number; data: { content: Announcement[] } }) =>
      status === 200 ? data.content.flatMap(({ id }) => statusOf.get(id) ?? []) : status
    const query = { size: 100 }
    expect(found(await station.call(calls.listAnnouncements, { as, query }))).toEqual(['PUBLISHED'])
    for (const status of ANNOUNCEMENT_STATUSES) {
      const listed = found(await station.call(calls.announcementsByStatus, { as, params: { status }, query }))
      expect([status, listed]).toEqual([
        status,
        refusal ?? (isPrivileged || status === 'PUBLISHED' ? [status] : []),
      ])
    }
    const mine = found(await station.call(calls.myAnnouncements, { as, query }))
    const own = ['PUBLISHED', 'ARCHIVED', 'REJECTED', 'SCHEDULED', 'DRAFT']
    expect(mine).toEqual(refusal ?? (who === 'author' ? own : []))
  })

  it('[AM4] the log of what happened names nothing hidden', async () => {
    await oneOfEach()
    const other = await station.as('DJ', 'Jana')
    const { data } = await station.call(getActivity, { as: other, query: { limit: 200 } })
    expect(JSON.stringify(data)).not.toMatch(/Of (DRAFT|SCHEDULED|REJECTED|ARCHIVED)/)
  })

  it.each(WHO)('[AM4] %s hears on the topic what is published, and nothing else', async (who) => {
    const member = await memberOf(who)
    const client = await openWire(station, 'raw websocket')
    clients.push(client)
    await client.connect(member ? { Authorization: `Bearer ${member.token}` } : {})
    const destination = '/topic/announcements/public'
    await client.ask(frameText('SUBSCRIBE', { id: 'sub-0', destination, receipt: 'subscribed' }))
    await oneOfEach()
    const id = await published('The last one')
    const received: Announcement[] = []
    while (received.at(-1)?.id !== id)
      received.push(
        announcementEventSchema.parse(JSON.parse((await client.next())?.body ?? 'null')).announcement,
      )
    expect(received.map(({ title, approvedBy }) => [title, approvedBy])).toEqual([
      ['Of PUBLISHED', null],
      ['The last one', null],
    ])
  })
})

describe('what becomes of it', () => {
  it('[AM2] drafted, rejected, mended, resubmitted, published, archived and taken out: each call and its repetition', async () => {
    const id = await draft()
    const steps = [
      [() => reject(id), 'REJECTED'],
      [() => on(calls.resubmitAnnouncement, id, dj), 'DRAFT'],
      [() => on(calls.publishAnnouncement, id), 'PUBLISHED'],
      [() => on(calls.pinAnnouncement, id), 'PUBLISHED'],
      [() => on(calls.archiveAnnouncement, id), 'ARCHIVED'],
      [() => on(calls.unarchiveAnnouncement, id), 'PUBLISHED'],
    ] as const
    for (const [call, state] of steps) {
      clock.nowMs += 1000
      const first = await call()
      expect([first.status, first.data.status]).toEqual([200, state])
      clock.nowMs += 1000
      const repeated = await call()
      expect([repeated.status, repeated.data]).toEqual([200, first.data])
    }
    expect((await get(id)).data.pinned).toBe(false)
  })

  it('[AM2] what the state forbids is 409 with words, and what is wrong is told in the agreed order', async () => {
    const { PUBLISHED, DRAFT, REJECTED } = await oneOfEach()
    const refused = await reject(PUBLISHED)
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      409,
      'WRONG_STATE',
      'This announcement is published.',
    ])
    expect((await on(calls.pinAnnouncement, DRAFT)).status).toBe(409)
    expect((await on(calls.publishAnnouncement, REJECTED)).status).toBe(409)
    expect((await schedule(PUBLISHED, -HOUR_MS)).error.fields).toEqual({
      scheduledFor: 'Choose a time in the future',
    })
    expect((await reject(999_999, '')).status).toBe(404)
    expect((await reject(PUBLISHED, ' ')).error.fields).toHaveProperty('rejectionReason')
  })

  it('[AM3] resubmitting is the author’s alone; another DJ does not know of it, staff may not', async () => {
    const id = await draft()
    await reject(id)
    expect((await on(calls.resubmitAnnouncement, id, moderator)).status).toBe(403)
    expect((await on(calls.resubmitAnnouncement, id, await station.as('DJ', 'Jana'))).status).toBe(404)
    expect((await on(calls.resubmitAnnouncement, id, dj)).status).toBe(200)
  })

  it('[AM5] the feed has pinned ones first, the latest pin on top, then the newest; three may be pinned', async () => {
    for (const { id } of (await feed()).filter(({ pinned }) => pinned)) await on(calls.unpinAnnouncement, id)
    const ids: number[] = []
    for (let at = 0; at < 5; at++) {
      clock.nowMs += 1000
      ids.push(await published())
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids
    for (const id of [a, c, b]) {
      clock.nowMs += 1000
      expect((await on(calls.pinAnnouncement, id)).status).toBe(200)
    }
    const fourth = await on(calls.pinAnnouncement, d)
    expect([fourth.status, fourth.error.code]).toEqual([409, 'TOO_MANY_PINNED'])
    expect((await feed()).slice(0, 5).map(({ id }) => id)).toEqual([b, c, a, e, d])
    await on(calls.unpinAnnouncement, c)
    expect((await on(calls.pinAnnouncement, d)).status).toBe(200)
    const { data } = await station.call(calls.listAnnouncements)
    expect([data.page, data.size, data.content.length]).toEqual([0, 10, 10])
  })

  it('[AM10] its author, staff and everybody find what concerns them, once, whatever is repeated', async () => {
    const ana = await station.as('LISTENER', 'Ana')
    const id = await draft('Told once')
    await reject(id)
    await reject(id)
    await on(calls.resubmitAnnouncement, id, dj)
    for (let at = 0; at < 3; at++) await on(calls.publishAnnouncement, id)
    const noticesOf = async (as: Member) => {
      const { data } = await station.call(listNotifications, { as, query: { size: 100 } })
      return data.content.filter(({ announcementId }) => announcementId === id).map(({ type }) => type)
    }
    expect(await noticesOf(ana)).toEqual(['ANNOUNCEMENT_PUBLISHED'])
    expect(await noticesOf(dj)).toEqual(['ANNOUNCEMENT_PUBLISHED', 'ANNOUNCEMENT'])
    expect(await noticesOf(moderator)).toEqual(['ANNOUNCEMENT_PUBLISHED', 'ANNOUNCEMENT', 'ANNOUNCEMENT'])
  })

  it('[AM8] what fell due while the station was away is published when it starts', async () => {
    const id = await draft('While away')
    expect((await schedule(id, HOUR_MS)).data.scheduledFor).toBe(
      toLocalDateTime(new Date(clock.nowMs + HOUR_MS), 'Asia/Manila'),
    )
    await station.stop()
    clock.nowMs += HOUR_MS
    await station.restart()
    expect((await get(id)).status).toBe(200)
  })
})

describe('images', () => {
  const upload = async (bytes: Buffer, as: Member | null = dj, type = 'image/png') => {
    const reply = await fetch(station.origin + IMAGE_UPLOAD_PATH, {
      method: 'POST',
      headers: { 'content-type': type, ...(as && { authorization: `Bearer ${as.token}` }) },
      body: new Uint8Array(bytes),
    })
    const json = JSON.parse(await reply.text())
    return { status: reply.status, url: json.data?.imageUrl ?? '', error: json }
  }

  it.each(Object.entries(IMAGES))(
    '[AM13] %s is served as what its bytes are, and never as a page',
    async (name, bytes) => {
      const { status, url } = await upload(bytes, dj, 'text/html')
      expect([status, url]).toEqual([201, expect.stringMatching(/^\/uploads\/[0-9a-f]{40}\.(jpg|png|webp)$/)])
      const reply = await fetch(station.origin + url)
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': `image/${name.startsWith('jpg') ? 'jpeg' : name.split(',')[0]}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect((await fetch(station.origin + url, { method: 'HEAD' })).status).toBe(200)
      const shown = await create(dj, { imageUrl: url, imageAlt: 'A booth' })
      expect([shown.status, shown.data.imageUrl]).toEqual([201, url])
    },
  )

  it('[AM12] what is no image, or too large, is refused and leaves nothing', async () => {
    const folder = join(station.config.dataDir, 'uploads')
    const before = readdirSync(folder).length
    const script = await upload(Buffer.from('<svg onload="alert(1)"/>'))
    expect([script.status, script.error.fields]).toEqual([400, { image: 'Choose a JPEG, PNG or WebP image' }])
    const more = await upload(Buffer.concat([pngOf(4, 4), Buffer.from('<script>')]))
    expect(more.error.fields).toEqual({ image: 'This file holds more than an image' })
    expect((await upload(pngOf(6000, 4))).error.fields).toEqual({
      image: 'At most 5000 pixels wide and high',
    })
    expect((await upload(Buffer.alloc(0))).status).toBe(400)
    const large = await upload(Buffer.alloc(MAX_IMAGE_BYTES + 1))
    expect([large.status, large.error.code]).toEqual([413, 'BODY_TOO_LARGE'])
    expect(readdirSync(folder)).toHaveLength(before)
  })

  it('[AM12] an image of exactly two megabytes is taken', async () => {
    const bytes = pngOf(4, 4)
    const padding = MAX_IMAGE_BYTES - bytes.length - 12
    const filled = Buffer.concat([
      bytes.subarray(0, 33),
      pngChunk('tEXt', Buffer.alloc(padding)),
      bytes.subarray(33),
    ])
    expect(filled).toHaveLength(MAX_IMAGE_BYTES)
    expect((await upload(filled, moderator)).status).toBe(201)
  })

  it.each(['..%2f..%2fetc%2fpasswd', '..%2f', `${'a'.repeat(40)}.png`, `${'a'.repeat(40)}.html`, '%00'])(
    '[AM13] there is no file at /uploads/%s',
    async (name) => {
      expect((await fetch(`${station.origin}/uploads/${name}`)).status).toBe(404)
    },
  )

  it('[AM15] one person uploads thirty images, then one a minute', async () => {
    const eager = await station.as('DJ', 'eager')
    const statuses: number[] = []
    for (let at = 0; at < 31; at++) statuses.push((await upload(pngOf(4, 4), eager)).status)
    expect(statuses).toEqual([...Array(30).fill(201), 429])
    expect((await upload(pngOf(4, 4), moderator)).status).toBe(201)
  })

  it('[AM14] an upload that nothing shows is gone after a day, one that is shown stays', async () => {
    const [unused, shown, fresh] = [
      await upload(pngOf(4, 4)),
      await upload(pngOf(4, 4)),
      await upload(pngOf(4, 4)),
    ]
    const { data } = await create(dj, { imageUrl: shown.url, imageAlt: 'A booth' })
    const fileOf = (url: string) => join(station.config.dataDir, url)
    const old = new Date(clock.nowMs - 25 * HOUR_MS)
    for (const { url } of [unused, shown]) utimesSync(fileOf(url), old, old)
    await station.restart()
    await expect.poll(() => existsSync(fileOf(unused.url))).toBe(false)
    expect([existsSync(fileOf(shown.url)), existsSync(fileOf(fresh.url))]).toEqual([true, true])
    await on(calls.deleteAnnouncement, data.id, dj)
    await station.restart()
    await expect.poll(() => existsSync(fileOf(shown.url))).toBe(false)
  })
})
