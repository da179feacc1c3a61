import { expect, type Locator, type Page } from '@playwright/test'
import { resize, type Visitors } from './pages.ts'
import type { State } from './state.ts'

/** Look at a page at one width. */
type Look = { width: number; at(page: Page): Promise<void> }

/**
 * Looks at a state at one width after the other. It is reached once, and again where a width has closed it or asks for
 * another way there: whatever is looked at is the state, before and after.
 */
export async function lookAtState(visitors: Visitors, state: State, looks: readonly Look[]): Promise<void> {
  const page = await visitors.as(state.as)
  let inView: Locator | null = null
  for (const { width, at } of looks) {
    await resize(page, width)
    const isThere = inView && !state.hasWayByWidth && (await inView.isVisible())
    if (!inView || !isThere) inView = await reach(visitors, state)
    await at(page)
    await expect(inView).toBeVisible()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function reach(visitors: Visitors, { as, path, given, reach }: State): Promise<Locator> {
  const page = await visitors.as(as)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await given?.(page)
  await visitors.at(path, as)
  const inView = await reach(page)
  await expect(inView).toBeVisible()
  return inView
}
