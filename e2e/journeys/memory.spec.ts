import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '@carillon/contract/durations'
import { HttpListener } from '@carillon/testkit/listener'
import { ToneSource } from '@carillon/testkit/source'
import { type Member, Station } from '@carillon/testkit/station'
import type { Download, Locator, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { tabTo } from '../support/keyboard.ts'

const TITLE = 'Harana Hour'
const LAST_WORDS = 'Salamat sa harana!'
/** Manila is eight hours ahead of UTC, all year. */
const AHEAD_MS = 8 * 3_600_000
/** From the show to the last look at it, on a busy machine. */
const LOOK_MS = 180_000

type Held = { dj: Member; moderator: Member; admin: Member; broadcastId: number }

/**
 * Waits for a day that lasts: counts are by day of Manila, and none may end between the show and the last look at it.
 */
async function untilDayLasts(): Promise<void> {
  const leftMs = DAY_MS - ((Date.now() + AHEAD_MS) % DAY_MS)
  if (leftMs < LOOK_MS) await delay(leftMs)
}

/** A show with two listeners, three messages, a song request and a poll with two votes, that is over. */
async function holdShow(station: Station): Promise<Held> {
  const dj = await station.newMember('DJ', { firstname: 'Mia', lastname: 'Cruz' })
  const people = [await station.newMember('LISTENER'), await station.newMember('LISTENER')]
  const broadcastId = await dj.api.goLive(TITLE)
  const source = await ToneSource.start(station, dj, broadcastId)
  const listeners = await Promise.all(people.map(() => HttpListener.join(station.origin)))
  const peak = async () =>
    (await dj.api.data<{ peakListeners: number }>('GET', `/api/broadcasts/${broadcastId}`)).peakListeners
  await expect.poll(peak, { timeout: 30_000 }).toBe(2)
  // Two seconds of sound, beyond the three that come at once.
  for (const listener of listeners) await listener.more(60_000 - listener.receivedBytes)
  await talk(people, broadcastId)
  await pollOn(dj, people, broadcastId)
  await dj.api.data('POST', `/api/broadcasts/${broadcastId}/end`)
  for (const listener of listeners) listener.leave()
  source.close()
  return { dj, moderator: await station.newMember('MODERATOR'), admin: await station.admin(), broadcastId }
}

async function talk([ana, ben]: Member[], broadcastId: number): Promise<void> {
  for (const content of ['Magandang gabi!', 'Play something slow'])
    await ana?.api.data('POST', `/api/chats/${broadcastId}`, { content })
  const song = { songTitle: 'Harana', artist: 'Parokya ni Edgar' }
  await ben?.api.data('POST', `/api/broadcasts/${broadcastId}/song-requests`, song)
  await ben?.api.data('POST', `/api/chats/${broadcastId}`, { content: LAST_WORDS })
}

async function pollOn(dj: Member, voters: Member[], broadcastId: number): Promise<void> {
  const body = { broadcastId, question: 'OPM or indie?', options: ['OPM', 'Indie'] }
  const { id } = await dj.api.data<{ id: number }>('POST', '/api/polls', body)
  const shown = await dj.api.data<{ options: { id: number }[] }>('POST', `/api/polls/${id}/show`)
  const optionId = shown.options[0]?.id
  for (const voter of voters) await voter.api.data('POST', `/api/polls/${id}/vote`, { optionId })
}

/** Fact under a name in a list, its notes included. */
function factOf(within: Page | Locator, name: string): Locator {
  const term = within.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
  return term.locator('xpath=following-sibling::dd')
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFile(await (await download).path(), 'utf8')
}

test.describe('what a station remembers', () => {
  // One show for all of them.
  test.describe.configure({ mode: 'default', timeout: 180_000 })
  let station: Station
  let held: Held
  test.beforeAll(async () => {
    test.setTimeout(180_000 + LOOK_MS)
    await untilDayLasts()
    // Of its own: nothing but this show has ever been on it.
    station = await Station.start()
    held = await holdShow(station)
  })
  test.afterAll(async () => {
    await station.close()
  })

  test('[WH9] the history says of a show what happened in it', async ({ openChromium }) => {
    const page = await (await contextOf(await openChromium(), held.dj)).newPage()
    await page.goto(`${station.origin}/broadcast-history`)
    for (const [name, count] of [
      ['Broadcasts', '1'],
      ['Scheduled', '0'],
      ['Started', '1'],
      ['Ended', '1'],
      ['Recent activity', '1'],
    ] as const)
      await expect(factOf(page, name)).toHaveText(new RegExp(`^${count}\\D`))

    const opener = page.getByRole('button', { name: TITLE, exact: true })
    await expect(page.getByRole('row').filter({ has: opener })).toContainText('Mia Cruz')
    await tabTo(opener)
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: TITLE })
    await expect(details.getByRole('heading', { name: TITLE })).toBeFocused()
    for (const [name, words] of [
      ['Peak listeners', '2'],
      ['Total listeners', '2'],
      ['Messages', '3'],
      ['Requests', '1'],
      ['Polls', '1'],
      ['Votes', '2'],
    ] as const)
      await expect(factOf(details, name)).toHaveText(words)
    await expect(details.getByText('Ended by the DJ')).toBeVisible()
    await expect(details.getByText(/^At most 2 listeners/)).toBeVisible()
    await expect(details.getByText('OPM 100 percent, 2 votes')).toBeAttached()
    await expect(details.getByText(LAST_WORDS)).toBeVisible()

    const chat = page.waitForEvent('download')
    await details.getByRole('link', { name: `Export chat of ${TITLE}` }).click()
    expect(await textOf(chat)).toContain(LAST_WORDS)
    await details.getByRole('button', { name: 'Close details' }).click()
    await expect(opener).toBeFocused()
    const rows = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows as CSV' }).click()
    expect(await textOf(rows)).toMatch(/Harana Hour,Mia Cruz,[\d.]+,2,3,1,Ended early/)
  })

  test('[WA9] the analytics count it', async ({ openChromium }) => {
    const page = await (await contextOf(await openChromium(), held.admin)).newPage()
    await page.goto(`${station.origin}/analytics`)
    for (const [name, words] of [
      ['Broadcasts', /^1None in previous 30 days$/],
      ['Song requests', /^11 per broadcastNone/],
      ['Messages', /^33 per broadcastNone/],
      ['Listeners now', /^0off air$/],
      ['Peak listeners', /^2/],
    ] as const)
      await expect(factOf(page, name).first()).toHaveText(words)
    await expect(page.getByRole('figure', { name: 'How many people have each role?' })).toContainText(
      '5 people',
    )
    await expect(page.getByRole('link', { name: TITLE })).toBeVisible()

    const days = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these days as CSV' }).click()
    expect(await textOf(days)).toMatch(/\d{4}-\d\d-\d\d,1,3,1,2,[\d.]+\r\n$/)

    await page.getByRole('link', { name: TITLE }).click()
    await expect(page.getByRole('region', { name: TITLE })).toBeVisible()
  })

  test('[WA10] they are walked with the keyboard alone', async ({ openChromium }) => {
    const page = await (await contextOf(await openChromium(), held.dj)).newPage()
    await page.goto(`${station.origin}/analytics`)
    await tabTo(page.getByRole('radio', { name: '30 days' }))
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/days=90$/)
    await expect(page.getByRole('heading', { name: 'The last 90 days' })).toBeVisible()

    const compare = page.getByRole('button', { name: 'Compare' })
    await tabTo(compare)
    await page.keyboard.press('x')
    await expect(compare).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText(/previous 90 days/)).toHaveCount(0)

    const days = page.getByRole('slider', { name: /^Day/ })
    await tabTo(days)
    await expect(days).toHaveAttribute('aria-valuetext', /: 2 listeners$/)
    await page.keyboard.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /: 0 listeners$/)

    const chart = page.getByRole('figure', { name: 'How busy was each day?' })
    await tabTo(chart.getByRole('button', { name: 'Show as table' }))
    await page.keyboard.press('Enter')
    await expect(chart.getByRole('row')).toHaveCount(91)
  })

  test('[WA2] each role has what it may', async ({ openChromium }) => {
    const browser = await openChromium()
    for (const [member, isAdmin, refreshesAll] of [
      [held.dj, false, true],
      [held.moderator, false, false],
      [held.admin, true, true],
    ] as const) {
      const page = await (await contextOf(browser, member)).newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(`${station.origin}/analytics`)
      const ages = page.getByRole('figure', { name: 'How old are our members?' })
      // Four people of one age are too few to be a group to anybody but an administrator.
      await expect(ages).toContainText(`${isAdmin ? 4 : 0} of 5 users gave their date of birth.`)
      await expect(page.getByRole('button', { name: 'Refresh demographics' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toHaveCount(
        refreshesAll ? 1 : 0,
      )
      await expect(page.getByRole('figure', { name: 'How many people have each role?' })).toHaveCount(
        isAdmin ? 1 : 0,
      )
      expect(asked.includes('/api/analytics/users')).toBe(isAdmin)
    }
  })

  test('[WA8] paper has every chart as its table, and the history as a table', async ({ openChromium }) => {
    const page = await (await contextOf(await openChromium(), held.dj)).newPage()
    await page.goto(`${station.origin}/analytics?days=90`)
    await expect(page.getByRole('slider', { name: /^Day/ })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('row')).toHaveCount(91 + 2 + 7 + 5)
    await expect(page.getByRole('slider')).toHaveCount(0)
    for (const name of ['Show as table', 'Refresh', 'Print'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    // Nothing is left in a window that scrolls: the document is as high as what is in it.
    const isWhole = () =>
      page.evaluate(
        () =>
          document.documentElement.scrollHeight >=
          (document.querySelector('main')?.scrollHeight ?? Number.POSITIVE_INFINITY),
      )
    await page.setViewportSize({ width: 718, height: 1000 })
    expect(await isWhole()).toBe(true)
    await page.goto(`${station.origin}/broadcast-history`)
    await expect(page.getByRole('table', { name: /^Broadcasts/ }).getByRole('row')).toHaveCount(2)
  })
})
