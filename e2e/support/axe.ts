import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
/** Half as long as what the package calls its source. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** Violations that axe finds twice: in the first look, fading may not have ended. */
async function violationsOn(page: Page, theme: Theme): Promise<string[]> {
  const seen = await lookAt(page, theme)
  return seen.length === 0 ? seen : lookAt(page, theme)
}

/**
 * Violations that axe finds once colours have stopped changing: in the second theme, which differs in nothing else, of
 * colours.
 */
async function lookAt(page: Page, theme: Theme): Promise<string[]> {
  const isSettled = () =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
  await page.waitForFunction(isSettled)
  await bringAxe(page)
  const rules: RunOptions = theme === THEMES[0] ? {} : { runOnly: { type: 'rule', values: RULES_OF_COLOUR } }
  return page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(document, options)
      return violations.map(({ id, nodes }) => {
        const places = nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message})`)
        return `${id} at ${places.join(', ')}`
      })
    },
    { ...rules, resultTypes: ['violations'] } satisfies RunOptions,
  )
}

/**
 * Brings axe into the document, once for all looks at it. Its builder for Playwright brings it three times for each look,
 * and opens a page for the sum of the frames; ours have none.
 */
async function bringAxe(page: Page): Promise<void> {
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Violations found by axe in light and in dark, each named after `where`. The page follows the system's theme. */
export async function violationsInBothThemes(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    found.push(
      ...(await violationsOn(page, colorScheme)).map((violation) => `${where}, ${colorScheme}: ${violation}`),
    )
  }
  return found
}
