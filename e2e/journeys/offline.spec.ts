import type { Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveListenerProbes, waitForTone } from '../support/listener-probe.ts'
import { PAGES, Visitors } from '../support/pages.ts'
import { pressPlay } from '../support/player.ts'
import { goLive, openStudio } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

const ROLES = [null, 'LISTENER', 'DJ', 'MODERATOR', 'ADMIN'] as const
const PAGES_A_ROUND = 4
/** Pages without the frame, which are left for good by whoever signs in. */
const GATE = ['/login', '/register', '/forgot-password', '/reset-password', '/broadcast/no-number']
const TONE_HZ = 440

/** Waits until the browser has the page and every file that it was made of. */
async function expectKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      const files = [...names.filter((name) => name.includes('/assets/')), '/']
      const found = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })))
      return found.every(Boolean) && navigator.serviceWorker.controller !== null
    })
  await expect.poll(isKept).toBe(true)
}

async function expectNoFalseWord(page: Page): Promise<void> {
  const words = /A new version is available|Unexpected Application Error|Something went wrong/
  await expect(page.getByText(words)).toHaveCount(0)
}

/** Marks this document; gives whether it is still the same. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-marked'))
}

/** Goes there as a link does: in the same document. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expect(heading(page)).toBeVisible()
}

/** Makes the browser tell its page that it has a network, or none; what flows goes on. */
async function setOnLine(page: Page, isOnLine: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(navigator, 'onLine', { get: () => value, configurable: true })
    dispatchEvent(new Event(value ? 'online' : 'offline'))
  }, isOnLine)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const awayWords = (page: Page) =>
  page.getByText('The station isn’t answering. This page opens when it does.').first()
const offlineWords = (page: Page) => page.getByText(/^You're offline/).first()

/** The pages of each role, a few to a test. */
const ROUNDS = ROLES.flatMap((role) => {
  const paths = PAGES.filter(({ as }) => as === role).map(({ path }) => path)
  const rounds = Array.from({ length: Math.ceil(paths.length / PAGES_A_ROUND) }, (_, round) =>
    paths.slice(round * PAGES_A_ROUND, (round + 1) * PAGES_A_ROUND),
  )
  return rounds.map((round) => ({ role, paths: round }))
})

for (const { role, paths } of ROUNDS)
  test(`[SH91] ${paths.join(', ')}: as ${role ?? 'a visitor'}, each comes without a network, says so, and goes on when it is back`, async ({
    station,
    chromium,
  }) => {
    await using visitors = new Visitors(station, chromium)
    const page = await visitors.at(paths[0] ?? '/', role)
    for (const path of paths.slice(1)) await goWithin(page, path)
    await expectKept(page)
    for (const path of paths)
      await test.step(path, async () => {
        await page.context().setOffline(true)
        await page.goto(station.origin + path)
        await expect(offlineWords(page)).toBeVisible()
        const isSame = await markDocument(page)
        await page.context().setOffline(false)
        await expect(heading(page)).toBeVisible()
        await expect(offlineWords(page)).toHaveCount(0)
        await expectNoFalseWord(page)
        expect(await isSame()).toBe(true)
        expect(new URL(page.url()).pathname).toBe(path)
      })
  })

for (const role of ROLES)
  test(`[SH712] ${role ?? 'a visitor'} moves between pages without a network, and each is whole when it is back`, async ({
    station,
    chromium,
  }) => {
    const paths = PAGES.filter(({ path, as }) => as === role && !GATE.includes(path)).map(({ path }) => path)
    await using visitors = new Visitors(station, chromium)
    const page = await visitors.at(paths[0] ?? '/', role)
    for (const path of paths.slice(1)) await goWithin(page, path)
    const isSame = await markDocument(page)
    await page.context().setOffline(true)
    for (const path of paths)
      await test.step(`${path} offline`, async () => {
        await goWithin(page, path)
        await expect(offlineWords(page)).toBeVisible()
        await expectNoFalseWord(page)
      })
    await page.context().setOffline(false)
    for (const path of paths)
      await test.step(`${path} again`, async () => {
        await goWithin(page, path)
        await expect(offlineWords(page)).toHaveCount(0)
        await expect(page.getByRole('main').getByText(/^(Couldn.t|Could not|Failed to)/)).toHaveCount(0)
        await expectNoFalseWord(page)
      })
    expect(await isSame()).toBe(true)
  })

test('[SH713] what sounds goes on from page to page while no call is answered and the browser says offline', async ({
  station,
  openChromium,
}) => {
  const microphone = toneFile(TONE_HZ)
  const studio = await (
    await contextOf(await openChromium({ microphone }), await station.newMember('DJ'))
  ).newPage()
  await openStudio(studio, station.origin)
  await goLive(studio)
  const context = await contextOf(await openChromium(), await station.newMember('LISTENER'))
  await giveListenerProbes(context)
  const page = await context.newPage()
  await page.goto(`${station.origin}/schedule`)
  await expect(heading(page)).toBeVisible()
  await goWithin(page, '/dashboard')
  await pressPlay(page)
  await waitForTone(page, TONE_HZ)
  await context.route('**/api/**', (route) => route.abort())
  await setOnLine(page, false)
  for (const path of ['/schedule', '/dashboard']) {
    await goWithin(page, path)
    await expect(offlineWords(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop listening' })).toBeVisible()
    await waitForTone(page, TONE_HZ)
    await expectNoFalseWord(page)
  }
  await context.unroute('**/api/**')
  await setOnLine(page, true)
  await expect(offlineWords(page)).toHaveCount(0)
  await expect(page.getByText('Listening live').first()).toBeVisible()
  await waitForTone(page, TONE_HZ)
})

test('[SH301] a file that was asked for before the service worker is there, and arrives after it, is kept', async ({
  station,
  chromium,
}) => {
  const page = await (await contextOf(chromium, null)).newPage()
  const isInCharge = Promise.withResolvers<void>()
  await page.route(/\/assets\/announcements-page/, async (route) => {
    await isInCharge.promise
    await route.continue()
  })
  await page.goto(`${station.origin}/announcements`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  isInCharge.resolve()
  await expect(heading(page)).toBeVisible()
  await expectKept(page)
})

test('[SH92] a page that was never open waits for the network, and opens by itself', async ({
  station,
  chromium,
}) => {
  const page = await (await contextOf(chromium, await station.newMember('LISTENER'))).newPage()
  await page.goto(`${station.origin}/dashboard`)
  await expect(heading(page)).toBeVisible()
  const isSame = await markDocument(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Schedule', exact: true }).first().click()
  await expect(offlineWords(page)).toHaveText("You're offline. This page opens when you're back.")
  await expectNoFalseWord(page)
  await page.context().setOffline(false)
  await expect(heading(page)).toHaveText('Schedule')
  expect(await isSame()).toBe(true)
})

test('[SH92] a station that stands still is told as one, and the page goes on with it', async ({
  station,
  chromium,
}) => {
  const page = await (await contextOf(chromium, await station.newMember('LISTENER'))).newPage()
  await page.goto(`${station.origin}/dashboard`)
  await expect(heading(page)).toBeVisible()
  await expectKept(page)
  process.kill(station.pid, 'SIGSTOP')
  try {
    await page.reload({ waitUntil: 'commit' })
    await expect(awayWords(page)).toBeVisible()
    await expectNoFalseWord(page)
  } finally {
    process.kill(station.pid, 'SIGCONT')
  }
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveURL(`${station.origin}/dashboard`)
})

test('[SH30] only a station that answers with another version has a new one', async ({
  station,
  chromium,
}) => {
  const context = await contextOf(chromium, null, { serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${station.origin}/contact`)
  await expect(heading(page)).toBeVisible()
  await page.route(/\/assets\/announcements-page/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(`${station.origin}/`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: 'Log in to the campus network' }),
  )
  await page.getByRole('link', { name: 'Announcements', exact: true }).first().click()
  await expect(awayWords(page)).toBeVisible()
  const body = '<script type="module" crossorigin src="/assets/index-other.js"></script>'
  await page.route(`${station.origin}/`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body }),
  )
  await expect(heading(page)).toHaveText('A new version is available')
})
