/**
 * Sound that a show's recording lacks after its DJ's line was cut, after the station was killed, and after the instance that
 * leads was: a real browser is on air with a microphone whose pitch tells the place in its sound, and the recording is read
 * for what is missing, what is silent and what stands there twice.
 *
 *   node bench/archive.ts
 *
 * Environment: CUTS, in seconds (5,30,120; empty: none), KILLS of the station in one show (20; 0: none).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Campus } from '@carillon/testkit/campus'
import { type Member, Station } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { Page } from '@playwright/test'
import { contextOf, launchChromium } from '../e2e/support/browsers.ts'
import { Link } from '../e2e/support/link.ts'
import { furthestBack, longestSilence, type PlayedAt, playedPoints } from '../e2e/support/rising-sound.ts'
import { endShow, expectOnAir, goLive, openStudio } from '../e2e/support/studio.ts'
import { risingFile } from '../e2e/support/wav.ts'

const CUTS = (process.env.CUTS ?? '5,30,120').split(',').filter(Boolean).map(Number)
const KILLS = Number(process.env.KILLS ?? 20)
const SOUND = { fromHz: 300, hzPerSecond: 40 }
/** The microphone begins again then: what is missing is known but for multiples of it. */
const SOUND_SECONDS = 100
const QUIET_MS = 5_000
const BACK_LIMIT_MS = 60_000
const UPLOAD_LIMIT_MS = 3 * 60_000
/** The measure of a recording's beginning and end. In seconds. */
const EDGE = 0.5

/** A show on air while something is done to it. */
type Show = { studio: Page; link: Link; dj: Member; id: number }

console.log('what happened                      missing    silent at most  twice at most  of')
for (const seconds of CUTS) {
  await onStation(`line away for ${seconds} s`, async ({ link, studio }) => {
    link.cut()
    await delay(seconds * 1_000)
    link.mend()
    await expectOnAir(studio, BACK_LIMIT_MS)
  })
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
  const station = await Station.start()
  await measure(what, station, (show) => act(show, station))
  await station.close()
}

async function measure(what: string, station: Station, act: (show: Show) => Promise<void>): Promise<void> {
  const dj = await station.newMember('DJ')
  const link = await Link.to(station.origin)
  const browser = await launchChromium({
    microphone: risingFile(SOUND.fromHz, SOUND.hzPerSecond, SOUND_SECONDS),
  })
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
async function untilSafe(studio: Page, words: string): Promise<void> {
  const isSafe = () => studio.getByText(words, { exact: true }).isVisible()
  await until(isSafe, UPLOAD_LIMIT_MS, 'all is uploaded')
}

/** Prints how the recording is once it has what was uploaded, or how it stays. */
async function report(what: string, station: Station, id: number): Promise<void> {
  let points: PlayedAt[] = []
  const isWhole = async () => {
    const reply = await fetch(`${station.origin}/recordings/${id}.ogg`)
    if (!reply.ok) return false
    points = inside(playedPoints(Buffer.from(await reply.arrayBuffer()), SOUND))
    return points.length > 0 && longestSilence(points) < EDGE
  }
  await until(isWhole, BACK_LIMIT_MS, 'nothing is silent').catch(() => null)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) throw new Error(`${what}: the recording is silent`)
  const missing = (last.played ?? 0) - (first.played ?? 0) - (last.at - first.at)
  const lengths = [missing, longestSilence(points), furthestBack(points), last.at - first.at]
  const [gone, silent, twice, of] = lengths.map((seconds) => `${seconds.toFixed(2)} s`)
  console.log(
    `${what.padEnd(34)} ${gone?.padEnd(10)} ${silent?.padEnd(15)} ${twice?.padEnd(14)} ${of?.padStart(9)}`,
  )
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
