import type { Station } from '@carillon/testkit/station'
import type { Browser, Locator, Page } from '@playwright/test'
import { violationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { faultsOfTabWalk, press } from '../support/keyboard.ts'
import { PAGES, resize, Visitors } from '../support/pages.ts'
import { pressPlay } from '../support/player.ts'
import type { State } from '../support/state.ts'
import { lookAtState } from '../support/state-walk.ts'
import { STATES } from '../support/states.ts'
import { expectOnAir, goLive, openStudio } from '../support/studio.ts'

const WIDE = 1280
const PHONE = 360
const NARROW = 320
/** Half of what the web calls good. */
const MAX_LAYOUT_SHIFT = 0.05
const SWEEP_LIMIT_MS = 600_000

// Each looks at pages of its own: long sweeps go side by side.
test.describe.configure({ mode: 'parallel' })

/** Faults of pages, a line for each. */
type Faults = { violations: string[]; sideways: string[]; shifts: string[]; keyboard: string[] }
const noFaults = (): Faults => ({ violations: [], sideways: [], shifts: [], keyboard: [] })

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

/** Shifts of the page since it came, when they are too much. */
async function shiftsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => document.fonts.ready.then(() => window.layoutShifts))
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  return sum > MAX_LAYOUT_SHIFT ? [`moved by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`] : []
}

/** Width of the page where it is wider than the narrow phone that shows it. */
async function sidewaysOf(page: Page): Promise<string[]> {
  // What is too wide scrolls the part of the frame that holds the page, and not the document.
  const widths = await page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].map((box) => box?.scrollWidth ?? 0),
  )
  return widths.filter((width) => width > NARROW).map((width) => `is ${width} px wide`)
}

const named = (name: string, faults: readonly string[]) => faults.map((fault) => `${name}: ${fault}`)

/** Opens each page once, and asks of it all that is asked at this width. */
async function faultsOfPages(station: Station, browser: Browser, width: number): Promise<Faults> {
  await using visitors = new Visitors(station, browser, { width, script: recordLayoutShifts })
  const found = noFaults()
  for (const { path, as } of PAGES) {
    await resize(await visitors.as(as), width)
    const page = await visitors.at(path, as)
    found.shifts.push(...named(path, await shiftsOf(page)))
    found.violations.push(...(await violationsInBothThemes(page, path)))
    found.keyboard.push(...named(path, await faultsOfTabWalk(page)))
    if (width !== PHONE) continue
    await resize(page, NARROW)
    found.sideways.push(...named(path, await sidewaysOf(page)))
  }
  return found
}

/** Reaches each state, and looks at it as wide as a desk, as a phone and as a narrow one. */
async function faultsOfStates(station: Station, browser: Browser, states: readonly State[]): Promise<Faults> {
  await using visitors = new Visitors(station, browser)
  // Lists of people have somebody in them.
  await station.newMember('LISTENER')
  const found = noFaults()
  for (const state of states) {
    const lookAt = (width: number) => ({
      width,
      at: async (page: Page) => {
        found.violations.push(...(await violationsInBothThemes(page, `${state.name} at ${width} px`)))
      },
    })
    const measure = async (page: Page) => {
      found.sideways.push(...named(state.name, await sidewaysOf(page)))
    }
    await test.step(state.name, () =>
      lookAtState(visitors, state, [lookAt(WIDE), lookAt(PHONE), { width: NARROW, at: measure }]),
    )
  }
  return found
}

for (const width of [WIDE, PHONE])
  test.describe(`every page at ${width} px`, () => {
    test.describe.configure({ mode: 'default' })
    let found: Faults
    test.beforeAll(async ({ station, chromium }) => {
      test.setTimeout(SWEEP_LIMIT_MS)
      found = await faultsOfPages(station, chromium, width)
    })

    test('[ON21] has nothing that axe calls a violation, light or dark', () => {
      expect(found.violations).toEqual([])
    })

    test('[ON44] moves by nothing while it arrives', () => {
      expect(found.shifts).toEqual([])
    })

    test('[ON45] has every control in reach of the Tab key, in view of who presses it', () => {
      expect(found.keyboard).toEqual([])
    })

    if (width === PHONE)
      test('[ON22] does not scroll sideways when it becomes 320 px wide', () => {
        expect(found.sideways).toEqual([])
      })
  })

for (const [part, states] of Object.entries(STATES))
  test.describe(`what opens, fails or asks in ${part}`, () => {
    test.describe.configure({ mode: 'default' })
    let found: Faults
    test.beforeAll(async ({ station, chromium }) => {
      test.setTimeout(SWEEP_LIMIT_MS)
      found = await faultsOfStates(station, chromium, states)
    })

    test('[ON21] has nothing that axe calls a violation, at 1280 px and 360 px, light or dark', () => {
      expect(found.violations).toEqual([])
    })

    test('[ON22] does not scroll sideways at 320 px', () => {
      expect(found.sideways).toEqual([])
    })
  })

test('[ON21] neither has the studio on air, nor the player that plays', async ({ station, openContext }) => {
  const studio = await (await openContext(await station.newMember('DJ'))).newPage()
  await openStudio(studio, station.origin)
  await goLive(studio)
  const listener = await (await openContext()).newPage()
  await listener.goto(station.origin)
  await pressPlay(listener)
  await expect(listener.getByText('Listening live').first()).toBeVisible()
  const found = [
    ...(await violationsInBothThemes(studio, 'the studio')),
    ...(await violationsInBothThemes(listener, 'the player')),
  ]
  expect(found).toEqual([])
})

test.describe('the keyboard alone', () => {
  test('[ON46] opens and leaves the drawer, and goes on from the heading of the page it chose', async ({
    station,
    chromium,
  }) => {
    await using visitors = new Visitors(station, chromium, { width: PHONE })
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
    chromium,
  }) => {
    await using visitors = new Visitors(station, chromium)
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

  test('[DJ822] five keys lead from a loaded desk onto the air, without a shortcut', async ({
    station,
    openContext,
  }) => {
    const page = await (await openContext(await station.newMember('DJ'))).newPage()
    await openStudio(page, station.origin)
    for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: 'Skip to Go live' })).toBeFocused()
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Go live', exact: true })
    await expect(button).toBeFocused()
    await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 })
    await page.keyboard.press('Enter')
    await expectOnAir(page)
  })

  test('[ON23] takes a DJ on the air and ends the show', async ({ station, openContext }) => {
    const page = await (await openContext(await station.newMember('DJ'))).newPage()
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
