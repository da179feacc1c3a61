import puppeteer, { type Browser } from 'puppeteer-core'
import { findBrowser } from './browsers.ts'

/** A Firefox, driven by WebDriver BiDi; the caller closes it. */
export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: findBrowser('firefox-esr', 'firefox'),
    headless: true,
  })
}
