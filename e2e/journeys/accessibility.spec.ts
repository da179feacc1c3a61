import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { pressPlay } from '../support/player.ts'
import { expectOnAir, goLive, openStudio } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

const THEMES = ['light', 'dark'] as const
const PAGES = [
  { path: '/', as: null },
  { path: '/login', as: null },
  { path: '/register', as: null },
  { path: '/dashboard', as: 'LISTENER' },
  { path: '/profile', as: 'LISTENER' },
  { path: '/settings', as: 'LISTENER' },
  { path: '/dj-dashboard', as: 'DJ' },
  { path: '/moderator', as: 'MODERATOR' },
  { path: '/admin', as: 'ADMIN' },
] as const
const NARROW = { width: 320, height: 640 }

/** Walks to this button with the Tab key and presses Enter. */
async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled({ timeout: 20_000 })
  const isFocused = () => button.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < 100 && !(await isFocused()); tabs += 1) await button.page().keyboard.press('Tab')
  await button.page().keyboard.press('Enter')
}

/** What axe finds once colours have stopped changing. */
async function violationsOn(page: Page): Promise<string[]> {
  const isSettled = () =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
  await page.waitForFunction(isSettled)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message})`)
    return `${id} at ${places.join(', ')}`
  })
}

test.describe('for everyone', () => {
  test('[ON21] no page, light or dark, has what axe calls a violation', async ({ station, openChromium }) => {
    test.setTimeout(180_000)
    const browser = await openChromium({ microphone: toneFile(440) })
    const found: string[] = []
    for (const { path, as } of PAGES) {
      const context = await contextOf(browser, as ? await station.newMember(as) : null)
      const page = await context.newPage()
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(station.origin + path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        found.push(...(await violationsOn(page)).map((violation) => `${path} ${colorScheme}: ${violation}`))
      }
      await context.close()
    }
    expect(found).toEqual([])
  })

  test('[ON21] neither has the studio on air, nor the player that plays', async ({
    station,
    openChromium,
  }) => {
    const browser = await openChromium({ microphone: toneFile(440) })
    const studio = await (await contextOf(browser, await station.newMember('DJ'))).newPage()
    await openStudio(studio, station.origin)
    await goLive(studio)
    const listener = await (await contextOf(await openChromium(), null)).newPage()
    await listener.goto(station.origin)
    await pressPlay(listener)
    await expect(listener.getByText('Listening live').first()).toBeVisible()
    const found: string[] = []
    for (const colorScheme of THEMES) {
      for (const page of [studio, listener]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        found.push(
          ...(await violationsOn(page)).map((violation) => `${page.url()} ${colorScheme}: ${violation}`),
        )
      }
    }
    expect(found).toEqual([])
  })

  test('[ON22] at 320 px no page scrolls sideways', async ({ station, openChromium }) => {
    const browser = await openChromium({ microphone: toneFile(440) })
    const wide: string[] = []
    for (const { path, as } of PAGES) {
      const context = await contextOf(browser, as ? await station.newMember(as) : null)
      const page = await context.newPage()
      await page.setViewportSize(NARROW)
      await page.goto(station.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > NARROW.width) wide.push(`${path} is ${width} px wide`)
      await context.close()
    }
    expect(wide).toEqual([])
  })

  test('[ON23] a DJ goes live and ends the show with the keyboard alone', async ({
    station,
    openChromium,
  }) => {
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
