import { type Browser, test as base } from '@playwright/test'
import { type ChromiumOptions, launchChromium } from './browsers.ts'
import { Campus } from './campus.ts'
import { Station } from './station.ts'

type Fixtures = {
  /** Starts a Chromium that is closed when the test ends. */
  openChromium: (options?: ChromiumOptions) => Promise<Browser>
  silenceAfterwards: undefined
}

/** `test` with a station that all tests of a run share, off air at the start of each; CAMPUS=1 makes it two instances. */
export const test = base.extend<Fixtures, { station: Station }>({
  station: [
    async ({ playwright: _ }, use) => {
      const station = process.env.CAMPUS ? await Campus.start() : await Station.start()
      await use(station)
      await station.close()
    },
    { scope: 'worker' },
  ],
  openChromium: async ({ playwright: _ }, use) => {
    const opened: Browser[] = []
    await use(async (options) => {
      const browser = await launchChromium(options)
      opened.push(browser)
      return browser
    })
    for (const browser of opened) await browser.close()
  },
  silenceAfterwards: [
    async ({ station }, use) => {
      await use(undefined)
      await station.endEverything()
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'
