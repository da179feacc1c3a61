import { type Browser, test as base } from '@playwright/test'
import { CPU_ANNOTATION } from '../../scripts/lib/costs.ts'
import { cpuMsOfTree } from '../../scripts/lib/process-tree.ts'
import { type ChromiumOptions, launchChromium } from './browsers.ts'
import { Campus } from './campus.ts'
import { Station } from './station.ts'

type Fixtures = {
  /** Starts a Chromium that is closed when the test ends. */
  openChromium: (options?: ChromiumOptions) => Promise<Browser>
  silenceAfterwards: undefined
  countCost: undefined
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
  countCost: [
    async ({ playwright: _ }, use, { annotations }) => {
      const before = cpuMsOfTree()
      await use(undefined)
      annotations.push({ type: CPU_ANNOTATION, description: String(cpuMsOfTree() - before) })
    },
    { auto: true },
  ],
  silenceAfterwards: [
    async ({ station }, use) => {
      await use(undefined)
      await station.endEverything()
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'
