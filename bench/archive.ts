/**
 * Sound that a show's recording lacks after its DJ's line was cut, after the station was killed, and after the instance that
 * leads was: a real browser is on air with a microphone whose pitch tells the place in its sound, and the recording is read
 * for what is missing, what is silent and what stands there twice.
 *
 *   node bench/archive.ts
 *
 * Of a page that is left, missing is what its microphone had picked up until then: the packet that its recorder was filling,
 * of up to 60 ms in Chromium. Environment: CUTS, in seconds (5,30,120,900; empty: none), KILLS of the station in one show (20; 0:
 * none), LEFT, how often pages are left in each way (1).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Campus } from '@carillon/testkit/campus'
import { type Member, Station } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { Page } from '@playwright/test'
import { contextOf, launchChromium } from '../e2e/support/browsers.ts'
import { Link } from '../e2e/support/link.ts'
import {
  furthestBack,
  longestSilence,
  missingBetween,
  type PlayedAt,
  playedPoints,
} from '../e2e/support/rising-sound.ts'
import { endShow, expectOnAir, goLive, openStudio } from '../e2e/support/studio.ts'
import { risingFile } from '../e2e/support/wav.ts'
import { microphonePlace } from './lib/microphone-place.ts'
import { OwnBrowser } from './lib/own-browser.ts'

const CUTS = (process.env.CUTS ?? '5,30,120,900').split(',').filter(Boolean).map(Number)
const LEAVES = Number(process.env.LEFT ?? 1)
const KILLS = Number(process.env.KILLS ?? 20)
const SOUND = { fromHz: 300, hzPerSecond: 40 }
/** The microphone begins again then: what is missing is known but for multiples of it. */
const SOUND_SECONDS = 100
const MICROPHONE = risingFile(SOUND.fromHz, SOUND.hzPerSecond, SOUND_SECONDS)
const QUIET_MS = 5_000
const BACK_LIMIT_MS = 60_000
/** On air a page uploads for a tenth of the time. */
const UPLOAD_LIMIT_MS = 30 * 60_000
/** A page that was left may have had nothing to upload, and then does not say that it has. */
const LEFTOVER_LIMIT_MS = 20_000
/** The measure of a recording's beginning and end. In seconds. */
const EDGE = 0.5
/** With less missing no better version is waited for. In seconds. */
const WHOLE = 0.06

/** A show outlives a line that is away for a quarter of an hour. */
const LONG_GRACE = { SOURCE_GRACE_SECONDS: '1800' }
/** The line is away for so long before the page is left. */
const AWAY_MS = 10_000
const HESITATION_MS = 3_000
/** The microphone begins again where its place falls by so much. In seconds. */
const RESTART = 3

/** A show on air while something is done to it. */
type Show = { studio: Page; link: Link; dj: Member; id: number }

console.log('what happened                      missing    silent at most  twice at most  of')
for (const seconds of CUTS) {
  await onStation(`line away for ${seconds} s`, async ({ link, studio }) => {
    link.cut()
    await delay(seconds * 1_000)
    link.mend()
    // After twenty tries the page waits for its DJ.
    const restart = studio.getByRole('button', { name: 'Restart' })
    if (await restart.isVisible()) await restart.click()
    await expectOnAir(studio, BACK_LIMIT_MS)
  })
}
for (let round = 0; round < LEAVES; round++) {
  await leave('page reloaded', reload)
  await leave('page reloaded, in two minds', reloadAfterAll)
  await leave('page reloaded without a line', reload, { isLineAway: true })
  await leave('browser killed', kill)
  await leave('browser killed without a line', kill, { isLineAway: true })
}
if (KILLS > 0)
  await onStation(`station killed ${KILLS} times`, async ({ studio }, station) => {
    for (let kill = 0; kill < KILLS; kill++) {
      await station.killServer()
      await station.startServer()
      await expectOnAir(studio, BACK_LIMIT_MS)
      await delay(QUIET_MS)
    }
  })
const campus = await Campus.start()
await measure('instance of the DJ killed', campus, async ({ studio }) => {
  const killed = await campus.instanceOfDj()
  await killed?.killServer()
  await expectOnAir(studio, BACK_LIMIT_MS)
  await killed?.startServer()
})
await campus.close()
process.exit()

async function onStation(what: string, act: (show: Show, station: Station) => Promise<void>): Promise<void> {
  const station = await Station.start(LONG_GRACE)
  await measure(what, station, (show) => act(show, station))
  await station.close()
}

/** A DJ on air in a browser of their own whose page goes, and who comes back to it. */
async function leave(
  what: string,
  go: (dj: OwnBrowser) => Promise<number>,
  { isLineAway = false } = {},
): Promise<void> {
  const station = await Station.start(LONG_GRACE)
  const member = await station.newMember('DJ')
  const link = await Link.to(station.origin)
  const dj = await OwnBrowser.open(member, link.origin, MICROPHONE)
  try {
    await goLive(dj.page)
    const [live] = await member.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
    await untilSafe(dj.page, 'Copy on this computer: safe')
    await delay(QUIET_MS)
    if (isLineAway) link.cut()
    if (isLineAway) await delay(AWAY_MS)
    const { played, atMs } = await microphonePlace(dj.page, SOUND)
    link.mend()
    const spoken = played + ((await go(dj)) - atMs) / 1_000
    await expectOnAir(dj.page, BACK_LIMIT_MS)
    await untilSafe(dj.page, 'Copy on this computer: safe. 0 s missing', LEFTOVER_LIMIT_MS).catch(() => null)
    await delay(QUIET_MS)
    await endShow(dj.page)
    await reportLeft(what, station, live?.id ?? 0, spoken)
  } finally {
    await dj.close()
    await link.close()
    await station.close()
  }
}

async function reload({ page }: OwnBrowser): Promise<number> {
  await page.reload()
  return page.evaluate(() => Number(localStorage.getItem('leftAtMs')))
}

/** The browser's warning stays open for a while, and the page stands still behind it. */
async function reloadAfterAll(dj: OwnBrowser): Promise<number> {
  dj.answersAfterMs = HESITATION_MS
  return reload(dj)
}

async function kill(dj: OwnBrowser): Promise<number> {
  const atMs = Date.now()
  await dj.killAndOpen()
  return atMs
}

async function measure(what: string, station: Station, act: (show: Show) => Promise<void>): Promise<void> {
  const dj = await station.newMember('DJ')
  const link = await Link.to(station.origin)
  const browser = await launchChromium({ microphone: MICROPHONE })
  try {
    const studio = await (await contextOf(browser, dj)).newPage()
    await openStudio(studio, link.origin)
    await goLive(studio)
    const [live] = await dj.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
    const id = live?.id ?? 0
    await untilSafe(studio, 'Copy on this computer: safe')
    await delay(QUIET_MS)
    await act({ studio, link, dj, id })
    // What stays missing is in the figures.
    await untilSafe(studio, 'Copy on this computer: safe. 0 s missing').catch(() => null)
    await delay(QUIET_MS)
    await endShow(studio)
    await report(what, station, id)
  } finally {
    await browser.close()
    await link.close()
  }
}

/** The page says that the station has all that was said. */
async function untilSafe(studio: Page, words: string, limitMs = UPLOAD_LIMIT_MS): Promise<void> {
  const isSafe = () => studio.getByText(words, { exact: true }).isVisible()
  await until(isSafe, limitMs, 'all is uploaded')
}

/** Prints how the recording is once it has what was uploaded, or how it stays. */
async function report(what: string, station: Station, id: number): Promise<void> {
  const { points, missing } = await measureRecording(station, id, inside, missingIn)
  print(what, missing, points)
}

/** The same of a page that was left, at this place of its sound, as far as the recording is of that page. */
async function reportLeft(what: string, station: Station, id: number, spoken: number): Promise<void> {
  const { points, missing } = await measureRecording(
    station,
    id,
    beforeRestart,
    (points) => spoken - (points.at(-1)?.played ?? 0) + missingIn(points),
  )
  print(what, missing, points)
}

function missingIn(points: readonly PlayedAt[]): number {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? missingBetween(first, last) : Number.POSITIVE_INFINITY
}

type Recorded = { points: PlayedAt[]; missing: number }

/**
 * The points of a recording that are asked for, and what is missing, once it has all: versions that have more replace it, and
 * one that is not whole may have no silence where something is missing. Or as it stays.
 */
async function measureRecording(
  station: Station,
  id: number,
  part: (points: readonly PlayedAt[]) => PlayedAt[],
  missingOf: (points: readonly PlayedAt[]) => number,
): Promise<Recorded> {
  let recorded: Recorded = { points: [], missing: Number.POSITIVE_INFINITY }
  const isWhole = async () => {
    const reply = await fetch(`${station.origin}/recordings/${id}.ogg`)
    if (!reply.ok) return false
    const points = part(playedPoints(Buffer.from(await reply.arrayBuffer()), SOUND))
    recorded = { points, missing: missingOf(points) }
    return recorded.missing < WHOLE && longestSilence(points) < WHOLE
  }
  await until(isWhole, BACK_LIMIT_MS, 'nothing is missing').catch(() => null)
  return recorded
}

function print(what: string, missing: number, points: readonly PlayedAt[]): void {
  const length = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  const lengths = [missing, longestSilence(points), furthestBack(points), length]
  const [gone, silent, twice, of] = lengths.map((seconds) => `${seconds.toFixed(2)} s`)
  console.log(
    `${what.padEnd(34)} ${gone?.padEnd(10)} ${silent?.padEnd(15)} ${twice?.padEnd(14)} ${of?.padStart(9)}`,
  )
}

/** The points from the beginning of the sound to where the microphone of the next page begins. */
function beforeRestart(points: readonly PlayedAt[]): PlayedAt[] {
  const spoken = points.filter(({ played }) => played !== null)
  const [begin] = spoken.filter(({ at }) => at > (spoken[0]?.at ?? 0) + EDGE)
  const restart = spoken.find(
    ({ at, played }, index) =>
      at > (begin?.at ?? 0) && (spoken[index - 1]?.played ?? 0) - (played ?? 0) > RESTART,
  )
  const last = spoken.findLast(({ at }) => at < (restart?.at ?? 0))
  return points.filter(({ at }) => at >= (begin?.at ?? 0) && at <= (last?.at ?? 0))
}

/** The points between the beginning and the end of the sound, as if the microphone never began again. */
function inside(points: readonly PlayedAt[]): PlayedAt[] {
  const first = points.find(({ played }) => played !== null)
  const last = points.findLast(({ played }) => played !== null)
  if (!first || !last) return []
  const begin = (first.played ?? 0) - first.at
  return points
    .filter(({ at }) => at > first.at + EDGE && at < last.at - EDGE)
    .map(({ at, played }) => ({ at, played: played === null ? null : nearest(played, begin + at) }))
}

function nearest(played: number, expected: number): number {
  return played + Math.round((expected - played) / SOUND_SECONDS) * SOUND_SECONDS
}
