import { Campus } from '@carillon/testkit/campus'
import { CPU_ANNOTATION, cpuMsOfTree } from '@carillon/testkit/process-tree'
import { type Member, Station } from '@carillon/testkit/station'
import { type Browser, type BrowserContext, test as base } from '@playwright/test'
import { Browsers, type ChromiumOptions, contextOf } from './browsers.ts'
import { Starvation } from './starvation.ts'
import { toneFile } from './wav.ts'

/** Gives a context of this member, or of a visitor, in the worker's Chromium; it is closed when the test ends. */
export type OpenContext = (member?: Member | null) => Promise<BrowserContext>

/** Some tests come through a proxy on this machine; without one, nothing of it shows. */
const BEHIND_A_PROXY = { TRUST_PROXY: 'loopback' }

type Fixtures = {
  /** A Chromium with these options; what the test opens in it is closed when the test ends. */
  openChromium: (options?: ChromiumOptions) => Promise<Browser>
  /** A Chromium with a microphone that sounds. */
  chromium: Browser
  openContext: OpenContext
  /** Time for which this test, the station, or a page that the test names, stands still. */
  starvation: Starvation
  silenceAfterwards: undefined
  countCost: undefined
}

/** Options of a project. */
export type Choices = {
  /** Whether the station is two instances with all that stands beside them. */
  isAcross: boolean
  /** Whether its browsers only show pages. */
  isShell: boolean
}

type WorkerFixtures = Choices & { station: Station; browsers: Browsers }

/** `test` with a station that all tests of a worker share, off air at the start of each. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  isAcross: [false, { option: true, scope: 'worker' }],
  isShell: [false, { option: true, scope: 'worker' }],
  station: [
    async ({ isAcross }, use) => {
      const station = isAcross ? await Campus.start() : await Station.start(BEHIND_A_PROXY)
      await use(station)
      await station.close()
    },
    { scope: 'worker' },
  ],
  browsers: [
    async ({ isShell }, use) => {
      const browsers = new Browsers(isShell)
      await use(browsers)
      await browsers.close()
    },
    { scope: 'worker' },
  ],
  openChromium: async ({ browsers }, use) => {
    await use((options) => browsers.open(options))
    await browsers.endTest()
  },
  chromium: async ({ openChromium }, use) => {
    await use(await openChromium({ microphone: toneFile(440) }))
  },
  openContext: async ({ chromium }, use) => {
    await use((member = null) => contextOf(chromium, member))
  },
  starvation: async ({ station }, use) => {
    const instances = station instanceof Campus ? station.instances : [station]
    const starvation = new Starvation(instances.map(({ address }) => address))
    await use(starvation)
    starvation.close()
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
