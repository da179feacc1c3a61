/**
 * Microphone to ear, in Chromium, on one machine: a fake microphone clicks every few seconds, the DJ's page goes on air
 * by its own buttons, two other browsers listen, one with each engine.
 *
 *   MINUTES=10 node bench/mic-to-listener.ts
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Station } from '@carillon/testkit/station'
import type { Browser, Page } from '@playwright/test'
import { contextOf, launchChromium } from '../e2e/support/browsers.ts'
import {
  engineOf,
  giveListenerProbes,
  giveMicrophoneProbes,
  pressToSoundMs,
} from '../e2e/support/listener-probe.ts'
import { pressPlay } from '../e2e/support/player.ts'
import { goLive, openStudio } from '../e2e/support/studio.ts'
import { clickFile } from '../e2e/support/wav.ts'

/** Longer than any delay, so that a click heard belongs to the last click made. */
const PERIOD_SECONDS = 12
const SETTLE_MS = 10_000
const minutes = Number(process.env.MINUTES ?? 2)

const station = await Station.start()
const browsers: Browser[] = []
try {
  const studio = await openDjPage()
  const near = await openListener(true)
  const plain = await openListener(false)
  // Starting a browser takes the whole machine for a while: nobody listens before all have started.
  await delay(SETTLE_MS)
  for (const page of [near, plain]) await play(page)
  await delay(SETTLE_MS)
  for (const page of [near, plain]) await page.evaluate(() => window.listenerProbe.gapsAt.splice(0))
  await delay(minutes * 60_000)
  const clicks = await studio.evaluate(() => window.studioClicks)
  console.log(`engine  median  p95    clicks  press to sound  gaps in ${minutes} min`)
  await report('near', near, clicks)
  await report('plain', plain, clicks)
} finally {
  for (const browser of browsers) await browser.close()
  await station.close()
}

async function openDjPage(): Promise<Page> {
  const browser = await launchChromium({ microphone: clickFile(PERIOD_SECONDS) })
  browsers.push(browser)
  const context = await contextOf(browser, await station.newMember('DJ'))
  await giveMicrophoneProbes(context)
  const page = await context.newPage()
  await openStudio(page, station.origin)
  await goLive(page)
  return page
}

async function openListener(withCodecs: boolean): Promise<Page> {
  const browser = await launchChromium()
  browsers.push(browser)
  const context = await contextOf(browser, null)
  await giveListenerProbes(context)
  if (!withCodecs) await context.addInitScript(() => Reflect.deleteProperty(window, 'AudioDecoder'))
  const page = await context.newPage()
  await page.goto(station.origin)
  return page
}

async function play(page: Page): Promise<void> {
  await pressPlay(page)
  await page.waitForFunction(() => window.listenerProbe.soundAt !== null)
}

async function report(name: string, page: Page, clicks: number[]): Promise<void> {
  const { received, gaps, underruns } = await page.evaluate(() => ({
    received: window.listenerProbe.clicksAt,
    gaps: window.listenerProbe.gapsAt.length,
    underruns: document.querySelector('[data-engine][data-underruns]')?.getAttribute('data-underruns') ?? '?',
  }))
  const delays = received
    .map((at) => at - (clicks.findLast((click) => click < at) ?? Number.NaN))
    .filter(Number.isFinite)
  const sorted = delays.sort((a, b) => a - b)
  const at = (share: number) =>
    `${((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) / 1000).toFixed(2)} s`
  const engine = await engineOf(page)
  const handedOver = engine === name ? '' : `  handed over to ${engine}: the machine is too busy to measure`
  const press = `${Math.round(await pressToSoundMs(page))} ms`
  console.log(
    `${name.padEnd(7)} ${at(0.5)}  ${at(0.95)}  ${String(sorted.length).padEnd(6)}  ${press.padEnd(14)}  ${gaps}, ${underruns} underruns since the press${handedOver}`,
  )
}
