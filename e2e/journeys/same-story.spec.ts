import { HttpListener } from '@carillon/testkit/listener'
import { ToneSource } from '@carillon/testkit/source'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { resize } from '../support/pages.ts'
import { goLive, openStudio } from '../support/studio.ts'
import { feedOf, say } from '../support/test-page.ts'

const WIDTHS = [360, 640, 768, 1024, 1280, 1600]
const PHONE = 360

test('[DJ711] on air the desk says how long and to how many once, at every width', async ({
  station,
  openContext,
}) => {
  const page = await (await openContext(await station.newMember('DJ'))).newPage()
  await openStudio(page, station.origin)
  await goLive(page)
  for (const width of WIDTHS) {
    await resize(page, width)
    await expect(page.getByText(/^\d\d:\d\d:\d\d$/).filter({ visible: true })).toHaveCount(1)
    await expect(page.getByText(/^\d+ listening/).filter({ visible: true })).toHaveCount(1)
  }
})

test('[CV711] on a phone the button that announces messages is out of sight, and covers none with the focus', async ({
  station,
  openContext,
}) => {
  const studio = await (await openContext(await station.newMember('DJ'))).newPage()
  await openStudio(studio, station.origin)
  await goLive(studio)
  const page = await (await openContext(await station.newMember('LISTENER'))).newPage()
  await resize(page, PHONE)
  await page.goto(`${station.origin}/dashboard`)
  for (let at = 1; at <= 8; at += 1)
    await say(page, `A message that is as wide as the phone is, number ${at}`)
  const rows = feedOf(page).locator('[data-message]')
  await expect(rows.last()).toContainText('number 8')
  const button = page.getByRole('button', { name: /^Announce new messages/ })
  const heightOfHead = () => button.evaluate((element) => element.closest('header')?.offsetHeight)
  expect(await heightOfHead()).toBeLessThanOrEqual(1)
  await button.focus()
  const bottom = await button.evaluate((element) => element.getBoundingClientRect().bottom)
  const feed = await feedOf(page).boundingBox()
  expect(feed?.y).toBeGreaterThanOrEqual(bottom)
})

const playerOf = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Player' })
const toggleOf = (page: Page) => playerOf(page).getByRole('button', { name: /^(Play|Pause)$/ })

/** Width of the border that a button has in forced colours, in pixels. */
async function edgeOf(page: Page, button: Locator): Promise<number> {
  await page.emulateMedia({ forcedColors: 'active' })
  const width = await button.evaluate((element) => getComputedStyle(element).borderTopWidth)
  await page.emulateMedia({ forcedColors: 'none' })
  return Number.parseFloat(width)
}

test('[LS715] Play moves nothing, has an edge in forced colours, and nobody reads of 0 listeners where there are two', async ({
  station,
  openContext,
}) => {
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive('Harana Hour')
  const source = await ToneSource.start(station, dj, id)
  const listeners = await Promise.all([1, 2].map(() => HttpListener.join(station.origin)))
  const count = async () =>
    (await dj.api.data<{ listenerCount: number }>('GET', '/api/broadcasts/live/health')).listenerCount
  await expect.poll(count).toBe(2)
  for (const width of [PHONE, 1280]) {
    const context = await openContext()
    await context.addInitScript(() => {
      const texts = new Set<string>(JSON.parse(sessionStorage.getItem('pill') ?? '[]'))
      const note = () => {
        const pill = document.querySelector(
          'header button[aria-label*="isteners"], header button[aria-label^="Live"]',
        )
        if (!pill) return
        texts.add(`${pill.getAttribute('aria-label')} | ${pill.textContent}`)
        sessionStorage.setItem('pill', JSON.stringify([...texts]))
      }
      new MutationObserver(note).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    })
    const page = await context.newPage()
    await resize(page, width)
    await page.goto(station.origin)
    const counted = page.getByText(/\b2 listen/).first()
    await expect(counted).toBeVisible()
    await page.reload()
    await expect(counted).toBeVisible()
    expect(await edgeOf(page, toggleOf(page))).toBeGreaterThan(0)
    // Letters of a font that comes later move what is measured.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const place = async () => [await toggleOf(page).boundingBox(), await playerOf(page).boundingBox()]
    const before = await place()
    await toggleOf(page).click()
    expect(await place()).toEqual(before)
    await expect(playerOf(page).getByText('Listening live')).toBeVisible()
    expect(await place()).toEqual(before)
    const texts: string[] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('pill') ?? '[]'))
    expect(texts.join()).toMatch(/\b2\b/)
    expect(texts.filter((text) => /\b0\b/.test(text))).toEqual([])
    await context.close()
  }
  for (const listener of listeners) listener.leave()
  source.cut()
})
