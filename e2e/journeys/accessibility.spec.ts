import AxeBuilder from '@axe-core/playwright'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectOnAir } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

const THEMES = ['light', 'dark'] as const
const PAGES = [
  { path: '/', as: null },
  { path: '/login', as: null },
  { path: '/register', as: null },
  { path: '/dashboard', as: 'LISTENER' },
  { path: '/dj-dashboard', as: 'DJ' },
] as const
const NARROW = { width: 320, height: 640 }

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
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const { id, nodes } of violations) {
          found.push(
            `${path} ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
          )
        }
      }
      await context.close()
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
    const press = async (name: RegExp) => {
      await expect(page.getByRole('button', { name }).first()).toBeEnabled({ timeout: 20_000 })
      for (let tabs = 0; tabs < 100; tabs += 1) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
        })
        if (name.test(focused)) break
      }
      await page.keyboard.press('Enter')
    }
    await press(/^Go live$/)
    await expectOnAir(page)
    await page.keyboard.press('Control+Shift+E')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await press(/^End broadcast$/)
    await expect(page.getByText('Broadcast ended').first()).toBeVisible()
  })
})
