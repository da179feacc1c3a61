import type { Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { PAGES, Visitors } from '../support/pages.ts'

const ROLES = [null, 'LISTENER', 'DJ', 'MODERATOR', 'ADMIN'] as const

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

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const awayWords = (page: Page) =>
  page.getByText('The station isn’t answering. This page opens when it does.').first()
const offlineWords = (page: Page) => page.getByText(/^You're offline/).first()

for (const role of ROLES)
  test(`[SH91] every page of ${role ?? 'a visitor'} comes without a network, says so, and goes on when it is back`, async ({
    station,
    chromium,
  }) => {
    test.setTimeout(180_000)
    await using visitors = new Visitors(station, chromium)
    const paths = PAGES.filter(({ as }) => as === role).map(({ path }) => path)
    const page = await visitors.as(role)
    for (const path of paths) await visitors.at(path, role)
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
