/**
 * Live delay that keeping a copy of a show in the DJ's browser adds: from a click in a fake microphone to the page of
 * the stream that has it, in Chromium, with each page sent at once. Cases are interleaved: a browser with no place for a copy
 * and one that keeps it; and the same after a line that was away, whose sound the second one uploads.
 *
 *   node bench/copy-delay.ts
 *
 * Environment: ROUNDS (3), SECONDS measured in each case (48), AWAY, the seconds that the line is away (12) before each
 * quarter of them.
 */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { LOW_DELAY_QUERY, STREAM_PATH } from '@carillon/contract/stream/schemas'
import { quantile } from '@carillon/testkit/process-cost'
import { Station } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { Page } from '@playwright/test'
import { contextOf, launchChromium } from '../e2e/support/browsers.ts'
import { Link } from '../e2e/support/link.ts'
import { giveMicrophoneProbes } from '../e2e/support/listener-probe.ts'
import { endShow, expectOnAir, goLive, openStudio } from '../e2e/support/studio.ts'
import { clickFile } from '../e2e/support/wav.ts'
import { Clicks } from './lib/clicks.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 48)
const AWAY_SECONDS = Number(process.env.AWAY ?? 12)
const CUTS = 4
/** Longer than any delay, so that a click that arrives is the last one made. */
const PERIOD_SECONDS = 1
const SETTLE_MS = 10_000
const BACK_LIMIT_MS = 60_000
const MS = 1_000

type Case = { name: string; hasCopy: boolean; isCut: boolean }
const CASES: readonly Case[] = [
  { name: 'no copy', hasCopy: false, isCut: false },
  { name: 'copy', hasCopy: true, isCut: false },
  { name: 'after a cut, no copy', hasCopy: false, isCut: true },
  { name: 'after a cut, copy', hasCopy: true, isCut: true },
]

const delays = new Map(CASES.map(({ name }) => [name, [] as number[]]))
for (let round = 0; round < ROUNDS; round++)
  for (const each of CASES) delays.get(each.name)?.push(...(await measure(each)))
console.log('                       median    p95       p99       clicks')
for (const [name, taken] of delays) {
  const at = (share: number) => `${quantile(taken, share).toFixed(0)} ms`.padEnd(9)
  console.log(`${name.padEnd(22)} ${at(0.5)} ${at(0.95)} ${at(0.99)} ${taken.length}`)
}
process.exit()

/** The delay of each click of a case, in milliseconds. */
async function measure({ hasCopy, isCut }: Case): Promise<number[]> {
  const station = await Station.start()
  const link = await Link.to(station.origin)
  const browser = await launchChromium({ microphone: clickFile(PERIOD_SECONDS) })
  try {
    const studio = await openStudioPage(browser, { station, link, hasCopy })
    const clicks = await listen(station)
    await delay(SETTLE_MS)
    const taken = isCut ? await measureAfterCuts(clicks, { link, studio }) : await clicks.during(SECONDS * MS)
    const made = await studio.evaluate(() => window.studioClicks)
    await endShow(studio)
    return taken
      .map((at) => at - (made.findLast((click) => click < at) ?? Number.NaN))
      .filter(Number.isFinite)
  } finally {
    await browser.close()
    await link.close()
    await station.close()
  }
}

type Place = { station: Station; link: Link; hasCopy: boolean }

/** On air, with the microphone's clicks noted. */
async function openStudioPage(
  browser: Awaited<ReturnType<typeof launchChromium>>,
  { station, link, hasCopy }: Place,
): Promise<Page> {
  const context = await contextOf(browser, await station.newMember('DJ'))
  await giveMicrophoneProbes(context)
  if (!hasCopy)
    await context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  const studio = await context.newPage()
  await openStudio(studio, link.origin)
  await goLive(studio)
  const words = hasCopy ? 'Copy on this computer: safe' : 'No copy on this device'
  await until(() => studio.getByText(words, { exact: true }).isVisible(), BACK_LIMIT_MS, words)
  return studio
}

async function measureAfterCuts(
  clicks: Clicks,
  { link, studio }: { link: Link; studio: Page },
): Promise<number[]> {
  const taken: number[] = []
  for (let cut = 0; cut < CUTS; cut++) {
    link.cut()
    await delay(AWAY_SECONDS * MS)
    link.mend()
    await expectOnAir(studio, BACK_LIMIT_MS)
    taken.push(...(await clicks.during((SECONDS / CUTS) * MS)))
  }
  return taken
}

async function listen(station: Station): Promise<Clicks> {
  const clicks = await Clicks.open()
  const request = get(`${station.origin}${STREAM_PATH}?${LOW_DELAY_QUERY}`)
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.on('data', (bytes: Buffer) => clicks.push(bytes, Date.now()))
  reply.on('error', () => undefined) // the station ends with its case
  return clicks
}
