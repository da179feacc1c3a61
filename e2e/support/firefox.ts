import puppeteer, { type Page } from 'puppeteer-core'
import { findProgram } from './browsers.ts'
import { installListenerProbe } from './listener-probe.ts'
import { openSoundCard } from './sound-card.ts'

/** Limit on the start: after a long time without one, the disk gives its 300 MB first. */
const START_LIMIT_MS = 80_000
/** For a test that starts it. */
export const FIREFOX_TEST_LIMIT_MS = START_LIMIT_MS + 90_000

/** A microphone that hums, and that pages get without a question. */
const MICROPHONE = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
}

/** A page in Firefox with an ear and a microphone, driven by WebDriver BiDi; the caller closes it. */
export async function openFirefox(): Promise<{ page: Page; close: () => Promise<void> }> {
  const card = await openSoundCard()
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findProgram('firefox-esr', 'firefox'),
    headless: true,
    extraPrefsFirefox: MICROPHONE,
    timeout: START_LIMIT_MS,
    env: { ...process.env, ...card.environment },
  })
  const page = await browser.newPage()
  await page.evaluateOnNewDocument(installListenerProbe)
  const close = async () => {
    await browser.close()
    card.close()
  }
  return { page, close }
}
