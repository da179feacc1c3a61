import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'
import { PAYLOADS } from '@carillon/testkit/hostile-texts'
import { uploadImage } from '@carillon/testkit/image'
import type { Member, Station } from '@carillon/testkit/station'
import type { Browser, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { HostileWatch, textsMissing } from '../support/hostile-watch.ts'
import { goLive } from '../support/studio.ts'
import { WIDE } from '../support/test-page.ts'
import { toneFile } from '../support/wav.ts'

const MAX_WORD_LENGTH = 60
const MAX_OPTIONS = 10
const MAX_ALT = 250

/** Any number names a payload, so that the fields of one thing can differ. */
const payload = (number: number) => PAYLOADS[number % PAYLOADS.length] ?? ''
/** For fields of one line: what breaks or turns it is refused there. */
const inOneLine = (text: string) => text.replaceAll(/[\n\t\u202e]/g, ' ').trim()
const LINES = PAYLOADS.map(inOneLine)
const line = (number: number) => LINES[number % LINES.length] ?? ''
const LAST = line(PAYLOADS.length - 1)
const LAST_REJECTED = PAYLOADS.length - 1 - ((PAYLOADS.length - 1) % 2)

/** One after another, so that what is last is known. */
async function forEachPayload<T>(make: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (const number of PAYLOADS.keys()) made.push(await make(number))
  return made
}

type Place = readonly [path: string, member: Member | null]

/** One page for each place, as the person it is for, all watched. */
async function openPages<Name extends string>(
  browser: Browser,
  station: Station,
  watch: HostileWatch,
  places: Record<Name, Place>,
): Promise<Record<Name, Page>> {
  const opened: Partial<Record<Name, Page>> = {}
  for (const [name, [path, member]] of Object.entries(places) as [Name, Place][]) {
    const context = await contextOf(browser, member)
    await watch.over(context)
    const page = await context.newPage()
    await page.setViewportSize(WIDE)
    await page.goto(station.origin + path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    opened[name] = page
  }
  return opened as Record<Name, Page>
}

/** The DJ's page once the DJ is on air by its button, watched, and the id of the show. */
async function openStudioOnAir(
  browser: Browser,
  station: Station,
  watch: HostileWatch,
  dj: Member,
): Promise<{ studio: Page; id: number }> {
  const { studio } = await openPages(browser, station, watch, { studio: ['/dj-dashboard', dj] })
  await goLive(studio)
  const [live] = await dj.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
  return { studio, id: live?.id ?? 0 }
}

async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  await expect.poll(() => textsMissing(page, texts), { timeout: 20_000 }).toEqual([])
}

/** Asks for more of a list until all of it is there. */
async function loadAll(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible()
  const more = page.getByRole('button', { name: 'Load more' })
  while (await more.isVisible()) {
    const count = await page.getByRole('article').count()
    await more.click()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(count)
  }
}

/** The same things once more, as they come with the page and not as news. */
async function reload(pages: Record<string, Page>): Promise<void> {
  for (const page of Object.values(pages)) await page.reload()
}

test.describe('text that means harm', () => {
  test.describe.configure({ timeout: 240_000 })

  test('[ON33] the watch sees a script that gets into a page', async ({ station, openChromium }) => {
    const watch = new HostileWatch()
    const pages = await openPages(await openChromium(), station, watch, { visitor: ['/', null] })
    await pages.visitor.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), payload(14))
    await expect.poll(() => watch.seen).not.toEqual([])
  })

  // Slow: every screen is opened.
  test('[ON33] names, messages and requests are text on every screen', async ({ station, openChromium }) => {
    const dj = await station.newMember('DJ', { firstname: line(3), lastname: line(14) })
    const moderator = await station.newMember('MODERATOR', { firstname: line(40), lastname: line(50) })
    const people = await forEachPayload((number) =>
      station.newMember('LISTENER', { firstname: line(number), lastname: line(number + 30) }),
    )
    const watch = new HostileWatch()
    const browser = await openChromium({ microphone: toneFile(440) })
    const { studio, id } = await openStudioOnAir(browser, station, watch, dj)
    const pages = await openPages(browser, station, watch, {
      visitor: ['/', null],
      listener: ['/', people[0] ?? null],
      moderator: ['/moderator', moderator],
      admin: ['/admin', await station.admin()],
      profile: ['/profile', people[1] ?? null],
    })
    await forEachPayload(async (number) => {
      const api = people[number]?.api
      await api?.data('POST', `/api/chats/${id}`, { content: payload(number) })
      await api?.data('POST', `/api/broadcasts/${id}/song-requests`, {
        songTitle: line(number),
        artist: line(number + 25),
        message: payload(number + 50),
      })
    })
    for (const beginning of ['as news', 'with the page']) {
      if (beginning === 'with the page') await reload(pages)
      for (const page of [pages.visitor, pages.listener, studio, pages.moderator])
        await expectShown(page, PAYLOADS.slice(-5))
      await expectShown(studio, PAYLOADS.slice(0, 40))
    }
    expect(watch.seen).toEqual([])
  })

  test('[ON33] questions and answers of polls are text on every screen', async ({
    station,
    openChromium,
  }) => {
    const dj = await station.newMember('DJ')
    const watch = new HostileWatch()
    const browser = await openChromium({ microphone: toneFile(440) })
    const { studio, id } = await openStudioOnAir(browser, station, watch, dj)
    const pages = await openPages(browser, station, watch, {
      visitor: ['/', null],
      listener: ['/', await station.newMember('LISTENER')],
    })
    const answersOf = (number: number) =>
      Array.from({ length: MAX_OPTIONS }, (_, answer) => line(number + 7 * answer))
    await forEachPayload(async (number) => {
      const poll = { broadcastId: id, question: line(number), options: answersOf(number) }
      const created = await dj.api.data<{ id: number }>('POST', '/api/polls', poll)
      await dj.api.data('POST', `/api/polls/${created.id}/show`)
      if (number % MAX_OPTIONS === 0) await expectShown(pages.listener, [line(number), ...answersOf(number)])
    })
    await reload(pages)
    for (const page of [pages.visitor, pages.listener])
      await expectShown(page, [LAST, ...answersOf(PAYLOADS.length - 1)])
    await expectShown(studio, LINES.slice(-40))
    expect(watch.seen).toEqual([])
  })

  // Slow: every screen is opened.
  test('[ON33] titles and descriptions of shows are text on every screen', async ({
    station,
    openChromium,
  }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const showOf = (number: number) => ({ title: line(number), description: payload(number + 10) })
    await forEachPayload(async (number) => {
      const startsAt = Date.now() + (number + 1) * DAY_MS
      const local = (time: number) => new Date(time).toISOString().slice(0, -1)
      const times = { scheduledStart: local(startsAt), scheduledEnd: local(startsAt + HOUR_MS) }
      await dj.api.data('POST', '/api/broadcasts/schedule', { ...showOf(number), ...times })
    })
    const watch = new HostileWatch()
    const pages = await openPages(await openChromium(), station, watch, {
      visitor: ['/', null],
      listener: [`/broadcast/${id}`, await station.newMember('LISTENER')],
      schedule: ['/schedule', dj],
      studio: ['/dj-dashboard', dj],
      moderator: ['/moderator', await station.newMember('MODERATOR')],
    })
    await forEachPayload((number) => dj.api.data('PUT', `/api/broadcasts/${id}`, showOf(number)))
    await expectShown(pages.visitor, [LAST])
    await reload(pages)
    for (const page of [pages.visitor, pages.listener]) await expectShown(page, [LAST])
    await expectShown(pages.schedule, PAYLOADS.slice(0, 3))
    expect(watch.seen).toEqual([])
  })

  // Slow: every screen is opened.
  test('[ON33] announcements, their images and why they were rejected are text on every screen', async ({
    station,
    openChromium,
  }) => {
    const dj = await station.newMember('DJ')
    const moderator = await station.newMember('MODERATOR')
    const { api } = moderator
    const imageUrl = await uploadImage(dj)
    const written = await forEachPayload(async (number) => {
      const words = { title: line(number), content: payload(number + 10), imageUrl }
      const body = { ...words, imageAlt: line(number + 20).slice(0, MAX_ALT) }
      const { id } = await dj.api.data<{ id: number }>('POST', '/api/announcements', body)
      const isRejected = number % 2 === 0
      if (isRejected)
        await api.data('POST', `/api/announcements/${id}/reject`, { rejectionReason: payload(number + 30) })
      else await api.data('POST', `/api/announcements/${id}/publish`)
      return id
    })
    const watch = new HostileWatch()
    const pages = await openPages(await openChromium(), station, watch, {
      visitor: ['/announcements', null],
      listener: ['/announcements', await station.newMember('LISTENER')],
      inbox: ['/notifications', dj],
      mine: ['/announcements?show=mine', dj],
      rejected: ['/announcements?show=rejected', moderator],
      editor: [`/announcements/edit/${written[0]}`, moderator],
    })
    const every = (numbers: (number: number) => boolean) => LINES.filter((_, number) => numbers(number))
    for (const page of [pages.visitor, pages.listener, pages.mine, pages.rejected]) await loadAll(page)
    for (const page of [pages.visitor, pages.listener])
      await expectShown(
        page,
        every((number) => number % 2 === 1),
      )
    await expectShown(pages.mine, LINES)
    await expectShown(
      pages.rejected,
      every((number) => number % 2 === 0),
    )
    await expectShown(pages.inbox, [payload(LAST_REJECTED + 30)])
    await expectShown(pages.editor, [payload(0), payload(10), payload(30)])
    for (const number of PAYLOADS.keys()) {
      await pages.editor.getByLabel('Text', { exact: true }).fill(payload(number))
      await pages.editor.getByRole('tab', { name: 'Preview' }).click()
      await expect(pages.editor.getByRole('article')).toBeVisible()
      await pages.editor.getByRole('tab', { name: 'Write' }).click()
    }
    expect(watch.seen).toEqual([])
  })

  // Slow: every screen is opened.
  test('[ON33] masked words and reasons of bans are text on every screen', async ({
    station,
    openChromium,
  }) => {
    const admin = await station.admin()
    const banned = await forEachPayload(async (number) => {
      const member = await station.newMember('LISTENER', { firstname: line(number + 20) })
      await admin.api.data('POST', `/api/auth/${member.id}/ban`, { reason: payload(number) })
      return member
    })
    for (const word of PAYLOADS.filter(({ length }) => length <= MAX_WORD_LENGTH))
      await admin.api.data('POST', '/api/profanity/words', { word })
    const watch = new HostileWatch()
    const { login } = await openPages(await openChromium(), station, watch, {
      moderator: ['/moderator', await station.newMember('MODERATOR')],
      admin: ['/admin', admin],
      login: ['/login', null],
    })
    for (const [number, { email, password }] of banned.entries()) {
      await login.getByLabel('Email').fill(email)
      await login.getByLabel('Password', { exact: true }).fill(password)
      await login.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expectShown(login, [payload(number)])
    }
    expect(watch.seen).toEqual([])
  })
})
