import type { Member, Station } from '@carillon/testkit/station'
import type { Browser, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { Link } from '../support/link.ts'
import {
  furthestBack,
  missingBetween,
  type PlayedAt,
  playedPoints,
  silencesOver,
} from '../support/rising-sound.ts'
import { watchSound } from '../support/sound-in-time.ts'
import { complaintsAbout } from '../support/stream-validators.ts'
import { endShow, expectOnAir, goLive, openStudio } from '../support/studio.ts'
import { risingFile } from '../support/wav.ts'

const SOUND = { fromHz: 300, hzPerSecond: 40 }
const SOUND_SECONDS = 100
/** Opus and the zeros of 60 ms tell the pitch to about a hertz. In seconds of the sound. */
const INEXACT = 0.05
/** What may be missing for each recording of the browser that ends: a packet of Chromium. In seconds. */
const PACKET = 0.06

/** A place that falls by so much is that of another microphone. In seconds of the sound. */
const RESTART = 3
/** The browser asks for so long whether to leave. In seconds. */
const HESITATION = 3

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000))
const safe = (page: Page) => page.getByText('Copy on this computer: safe', { exact: false })

/** A DJ on air with the rising sound, over a line that can be cut. */
async function openShow(
  station: Station,
  openChromium: (options: { microphone: string }) => Promise<Browser>,
) {
  const dj = await station.newMember('DJ')
  const link = await Link.to(station.origin)
  const microphone = risingFile(SOUND.fromHz, SOUND.hzPerSecond, SOUND_SECONDS)
  const context = await contextOf(await openChromium({ microphone }), dj)
  const studio = await context.newPage()
  const soundWatch = await watchSound(studio)
  await openStudio(studio, link.origin)
  await goLive(studio)
  await soundWatch.begin()
  const [live] = await dj.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
  if (!live) throw new Error(`nothing is on air at ${station.origin}`)
  return { dj, link, context, studio, id: live.id, soundWatch }
}

/** The recording of a show that is over, as anybody gets it. */
async function recordingOf(station: Station, dj: Member, id: number): Promise<Buffer> {
  await expect
    .poll(async () => (await dj.api.send('GET', `/api/broadcasts/${id}/recording`)).status, {
      timeout: 30_000,
    })
    .toBe(200)
  const reply = await fetch(`${station.origin}/recordings/${id}.ogg`)
  return Buffer.from(await reply.arrayBuffer())
}

/** Seconds of the sound until its microphone begins again. */
function saidAtFirst(points: readonly PlayedAt[]): number {
  const said = points.flatMap(({ played }) => played ?? [])
  const restart = said.findIndex((played, at) => (said[at - 1] ?? 0) - played > RESTART)
  return (said[restart - 1] ?? 0) - (said[0] ?? 0)
}

/** Points between the beginning and the end of the sound, without the first and last half second. */
function inside(points: readonly PlayedAt[]): PlayedAt[] {
  const [first] = points.filter(({ played }) => played !== null)
  const last = points.findLast(({ played }) => played !== null)
  return points.filter(({ at }) => at > (first?.at ?? 0) + 0.5 && at < (last?.at ?? 0) - 0.5)
}

test.describe('what the DJ’s page keeps', () => {
  // Slow: the line is away for twelve seconds, and what was said meanwhile goes up after that.
  test('[KC6] a show whose line is lost for twelve seconds has no hole in its recording', async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(150_000)
    const { dj, link, studio, id, soundWatch } = await openShow(station, openChromium)
    await expect(safe(studio)).toBeVisible()
    await seconds(5)
    link.cut()
    await expect(studio.getByText(/\d+ s still to upload/)).toBeVisible({ timeout: 15_000 })
    await seconds(12)
    link.mend()
    await expectOnAir(studio, 40_000)
    await expect(studio.getByText('Copy on this computer: safe. 0 s missing')).toBeVisible({
      timeout: 60_000,
    })
    await seconds(2)
    await endShow(studio)
    const stoodStill = await soundWatch.soFar()
    // What the end cut off makes a newer version.
    const pointsNow = async () => inside(playedPoints(await recordingOf(station, dj, id), SOUND))
    const maxSilence = PACKET + INEXACT + stoodStill.most
    await expect
      .poll(async () => silencesOver(await pointsNow(), maxSilence), { timeout: 60_000, intervals: [1_000] })
      .toEqual([])
    expect(complaintsAbout(await recordingOf(station, dj, id))).toEqual([])
    const points = await pointsNow()
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) throw new Error('the recording is silent')
    expect(missingBetween(first, last)).toBeLessThanOrEqual(2 * PACKET + INEXACT + stoodStill.sum)
    expect(furthestBack(points)).toBeLessThanOrEqual(INEXACT)
    await link.close()
  })

  // Slow: the line is away for seconds, and the browser's page dies in that time.
  test('[KC7] what a page kept that died without a line goes up at the next visit', async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(150_000)
    const { dj, link, context, studio, id } = await openShow(station, openChromium)
    await seconds(4)
    link.cut()
    await expect(studio.getByText(/(\d+) s still to upload/)).toBeVisible({ timeout: 15_000 })
    await seconds(6)
    await studio.close()
    await dj.api.data('POST', `/api/broadcasts/${id}/end`)
    link.mend()
    const later = await context.newPage()
    await later.goto(`${link.origin}/dj-dashboard`)
    await expect(later.getByText('Your show has reached the station: 0 s missing')).toBeVisible({
      timeout: 90_000,
    })
    const whole = async () => {
      const points = inside(playedPoints(await recordingOf(station, dj, id), SOUND))
      return (points.at(-1)?.played ?? 0) - (points[0]?.played ?? 0)
    }
    await expect.poll(whole, { timeout: 30_000, intervals: [1_000] }).toBeGreaterThan(9)
    await link.close()
  })

  // Slow: a show goes on for seconds, over a page that is left and comes back.
  test('[KC11] what is said while the browser asks whether to leave is kept', async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(150_000)
    const { dj, link, studio, id } = await openShow(station, openChromium)
    await expect(safe(studio)).toBeVisible()
    await seconds(4)
    studio.once('dialog', async (question) => {
      await seconds(HESITATION)
      await question.accept()
    })
    await studio.reload()
    await expectOnAir(studio, 60_000)
    await expect(safe(studio)).toBeVisible({ timeout: 60_000 })
    await seconds(2)
    await endShow(studio)
    const said = async () => saidAtFirst(playedPoints(await recordingOf(station, dj, id), SOUND))
    await expect.poll(said, { timeout: 60_000, intervals: [1_000] }).toBeGreaterThan(4 + HESITATION - 1)
    await link.close()
  })
})
