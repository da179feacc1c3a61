import { HLS_MAIN_PATH, HLS_MP3_PATH, HLS_PATH } from '@carillon/contract/stream/schemas'
import { ToneSource } from '@carillon/testkit/source'
import type { Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { serveHlsPage } from '../support/hls-page.ts'
import { giveListenerProbes, waitForTone } from '../support/listener-probe.ts'
import type { Starvation } from '../support/starvation.ts'

const TONE_HZ = 523

/** The player calls it a stall when nothing has played on for this long. */
const STALL_MS = 1_250

/**
 * The tone plays, goes on over several segments, and no error comes. A segment that a busy machine makes or fetches late
 * is a stall of nobody's: the playlist of a show that has just begun has no other to play meanwhile.
 */
async function requireSound(page: Page, starvation: Starvation): Promise<void> {
  await page.getByRole('button', { name: 'Play' }).click()
  await waitForTone(page, TONE_HZ)
  const playedSeconds = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
  const begun = await playedSeconds()
  await expect.poll(playedSeconds, { timeout: 30_000 }).toBeGreaterThan(begun + 10)
  await waitForTone(page, TONE_HZ)
  const failures = (await page.evaluate('failures')) as string[]
  const isExcused = (await starvation.lateMs(0, Date.now())) >= STALL_MS
  expect(failures.filter((failure) => !isExcused || failure !== 'bufferStalledError')).toEqual([])
}

// Slow: players of HLS wait for segments of four seconds, and the sound goes on through several.
test('[HL16] hls.js plays the studio in a page of another site, [HL29] in MP3 and [HL31] in one of the formats', async ({
  station,
  openChromium,
  starvation,
}) => {
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive('Evening tones')
  const source = await ToneSource.start(station, dj, id, { frequencyHz: TONE_HZ })
  const player = await serveHlsPage()
  const playlists = [HLS_PATH, HLS_MP3_PATH, HLS_MAIN_PATH].map((path) => station.origin + path)
  try {
    for (const playlist of playlists)
      await expect.poll(async () => (await fetch(playlist)).status, { timeout: 20_000 }).toBe(200)
    const context = await contextOf(await openChromium(), null)
    await giveListenerProbes(context)
    const pages = await Promise.all(
      playlists.map(async (playlist) => {
        const page = await context.newPage()
        await page.goto(`${player.origin}/?${playlist}`)
        await starvation.watch(page)
        return page
      }),
    )
    await Promise.all(pages.map((page) => requireSound(page, starvation)))
  } finally {
    source.close()
    player.close()
  }
})
