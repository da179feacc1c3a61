import type { Locator, Page } from '@playwright/test'
import { violationsInBothThemes } from '../support/axe.ts'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { faultsOfTabWalk, press } from '../support/keyboard.ts'
import { PAGES, Visitors } from '../support/pages.ts'
import { pressPlay } from '../support/player.ts'
import type { State } from '../support/state.ts'
import { STATES } from '../support/states.ts'
import { expectOnAir, goLive, openStudio } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

const WIDTHS = [1280, 360] as const
const NARROW = 320
/** Half of what the web calls good. */
const MAX_LAYOUT_SHIFT = 0.05
const SWEEP_LIMIT_MS = 600_000

// Each looks at pages of its own: long sweeps go side by side.
test.describe.configure({ mode: 'parallel' })

/** The page of a state, in it. Its caller takes back what was routed. */
async function reached(visitors: Visitors, { name, as, path, reach }: State): Promise<Page> {
  const page = await visitors.at(path, as)
  await test.step(name, () => reach(page))
  return page
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

declare global {
  interface Window {
    layoutShifts: { value: number; sources: string[] }[]
  }
}

/** Keeps what moves in the pages of this context by itself, nobody having touched anything. */
function recordLayoutShifts(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  const shifts: Window['layoutShifts'] = []
  window.layoutShifts = shifts
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      const sources = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '')
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, sources })
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

for (const width of WIDTHS) {
  test(`[ON21] at ${width} px no page has what axe calls a violation, light or dark`, async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(SWEEP_LIMIT_MS)
    const visitors = new Visitors(station, await openChromium({ microphone: toneFile(440) }), { width })
    const found: string[] = []
    for (const { path, as } of PAGES)
      found.push(...(await violationsInBothThemes(await visitors.at(path, as), path)))
    expect(found).toEqual([])
  })

  for (const [part, states] of Object.entries(STATES))
    test(`[ON21] nor has what opens, fails or asks in ${part} at ${width} px`, async ({
      station,
      openChromium,
    }) => {
      test.setTimeout(SWEEP_LIMIT_MS)
      const visitors = new Visitors(station, await openChromium(), { width })
      const found: string[] = []
      for (const state of states) {
        const page = await reached(visitors, state)
        found.push(...(await violationsInBothThemes(page, state.name)))
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
      expect(found).toEqual([])
    })
}

test('[ON21] neither has the studio on air, nor the player that plays', async ({ station, openChromium }) => {
  const browser = await openChromium({ microphone: toneFile(440) })
  const studio = await (await contextOf(browser, await station.newMember('DJ'))).newPage()
  await openStudio(studio, station.origin)
  await goLive(studio)
  const listener = await (await contextOf(await openChromium(), null)).newPage()
  await listener.goto(station.origin)
  await pressPlay(listener)
  await expect(listener.getByText('Listening live').first()).toBeVisible()
  const found = [
    ...(await violationsInBothThemes(studio, 'the studio')),
    ...(await violationsInBothThemes(listener, 'the player')),
  ]
  expect(found).toEqual([])
})

test.describe('at every width', () => {
  test('[ON22] at 320 px no page scrolls sideways', async ({ station, openChromium }) => {
    test.setTimeout(SWEEP_LIMIT_MS)
    const browser = await openChromium({ microphone: toneFile(440) })
    const visitors = new Visitors(station, browser, { width: NARROW })
    const wide: string[] = []
    for (const { path, as } of PAGES) {
      const width = await widthOf(await visitors.at(path, as))
      if (width > NARROW) wide.push(`${path} is ${width} px wide`)
    }
    expect(wide).toEqual([])
  })

  for (const [part, states] of Object.entries(STATES))
    test(`[ON22] nor does what opens in ${part}`, async ({ station, openChromium }) => {
      test.setTimeout(SWEEP_LIMIT_MS)
      const visitors = new Visitors(station, await openChromium(), { width: NARROW })
      const wide: string[] = []
      for (const state of states) {
        const page = await reached(visitors, state)
        const width = await widthOf(page)
        if (width > NARROW) wide.push(`${state.name} is ${width} px wide`)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
      expect(wide).toEqual([])
    })

  for (const width of WIDTHS) {
    test(`[ON44] at ${width} px nothing moves while a page arrives`, async ({ station, openChromium }) => {
      test.setTimeout(SWEEP_LIMIT_MS)
      const browser = await openChromium({ microphone: toneFile(440) })
      const visitors = new Visitors(station, browser, { width })
      const moved: string[] = []
      for (const { path, as } of PAGES) {
        const page = await visitors.as(as)
        await page.addInitScript(recordLayoutShifts)
        await visitors.at(path, as)
        await page.waitForLoadState('networkidle')
        const shifts = await page.evaluate(() => document.fonts.ready.then(() => window.layoutShifts))
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        if (sum > MAX_LAYOUT_SHIFT) moved.push(`${path} by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`)
      }
      expect(moved).toEqual([])
    })
  }
})

test.describe('the keyboard alone', () => {
  for (const width of WIDTHS) {
    test(`[ON45] reaches every control of every page in view of who presses, at ${width} px`, async ({
      station,
      openChromium,
    }) => {
      test.setTimeout(SWEEP_LIMIT_MS)
      const browser = await openChromium({ microphone: toneFile(440) })
      const visitors = new Visitors(station, browser, { width })
      const found: string[] = []
      for (const { path, as } of PAGES) {
        const page = await visitors.at(path, as)
        found.push(...(await faultsOfTabWalk(page)).map((fault) => `${path}: ${fault}`))
      }
      expect(found).toEqual([])
    })
  }

  test('[ON46] opens and leaves the drawer, and goes on from the heading of the page it chose', async ({
    station,
    openChromium,
  }) => {
    const visitors = new Visitors(station, await openChromium(), { width: 360 })
    const page = await visitors.at('/schedule', 'LISTENER')
    const opener = page.getByRole('button', { name: 'Open menu' })
    const drawer = page.locator('dialog[open]')
    await press(opener)
    await expect(drawer).toBeVisible()
    await expectTrapped(page, drawer)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await press(opener)
    await press(drawer.getByRole('link', { name: 'Inbox' }))
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeFocused()
  })

  test('[ON46] opens dialogs, stays in them, and comes back to where it was', async ({
    station,
    openChromium,
  }) => {
    const visitors = new Visitors(station, await openChromium())
    await visitors.at('/schedule', 'LISTENER')
    const page = await visitors.at('/admin?role=LISTENER', 'ADMIN')
    const dialog = page.locator('dialog[open]')
    const person = page.getByRole('button', { name: /^Actions for Ana/ }).first()
    const account = page.getByRole('button', { name: 'Account menu for' })
    const create = page.getByRole('button', { name: 'Create account' })
    for (const [opener, item] of [
      [create, null],
      [person, 'Make Moderator'],
      [person, 'Ban…'],
      [account, 'Logout'],
    ] as const) {
      await press(opener)
      if (item) await chooseItem(page, item)
      await expect(dialog).toBeVisible()
      await expectTrapped(page, dialog)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })

  test('[ON23] takes a DJ on the air and ends the show', async ({ station, openChromium }) => {
    const browser = await openChromium({ microphone: toneFile(440) })
    const context = await contextOf(browser, await station.newMember('DJ'))
    const page = await context.newPage()
    await page.goto(`${station.origin}/dj-dashboard`)
    await press(page.getByRole('button', { name: 'Go live', exact: true }))
    await expectOnAir(page)
    await page.keyboard.press('Control+Shift+E')
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'End broadcast' }))
    await expect(page.getByRole('heading', { name: 'Broadcast ended' })).toBeVisible()
  })
})

/** More tabs than the box has controls leave the focus in it, or with the browser, never on what lies below. */
async function expectTrapped(page: Page, box: Locator): Promise<void> {
  const count = await box.locator('a, button, input, select, textarea').count()
  for (let tabs = 0; tabs < count + 3; tabs += 1) {
    await page.keyboard.press('Tab')
    const isInside = () =>
      document.activeElement === document.body || document.activeElement?.closest('dialog[open]') !== null
    expect(await page.evaluate(isInside)).toBe(true)
  }
}

/** Goes down an open menu by arrow to this item, and chooses it. */
async function chooseItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(item).toBeVisible()
  const isFocused = () => item.evaluate((element) => element === document.activeElement)
  for (let rows = 0; rows < 10 && !(await isFocused()); rows += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
