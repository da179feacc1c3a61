import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { contextOf } from './browsers.ts'
import { giveListenerProbes } from './listener-probe.ts'
import type { Starvation, SteeredPage } from './starvation.ts'

/** Reasons for which the player rightly leaves the near engine where the machine stands still (LS9). */
const OUT_OF_BREATH = ['near: the network starves it', 'near: no sound came']
/** A machine that stood still for less than this in all is no excuse. */
const EXCUSED_MS = 1_000

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

/** The near engine sounds; where the machine stood still, the plain one may have taken over for that reason alone. */
export async function expectNear(page: SteeredPage, starvation: Starvation): Promise<void> {
  const engine = () => page.evaluate('window.listenerProbe.engine()')
  await expect.poll(engine).not.toBeNull()
  if ((await engine()) === 'plain' && (await starvation.lateMs(0, Date.now())) >= EXCUSED_MS) {
    const failure = `document.querySelector('[data-last-failure]')?.getAttribute('data-last-failure')`
    expect(OUT_OF_BREATH).toContain(await page.evaluate(failure))
    return
  }
  expect(await engine()).toBe('near')
}
