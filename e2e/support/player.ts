import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { contextOf } from './browsers.ts'
import { giveListenerProbes } from './listener-probe.ts'

/** Presses Play on the listen page and leaves it playing. */
export async function pressPlay(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
}

/** A visitor in this browser who listens, and whose ears can be asked. */
export async function openListener(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await contextOf(browser, null, options)
  await giveListenerProbes(context)
  const page = await context.newPage()
  await page.goto(origin)
  await pressPlay(page)
  return page
}
