import { ToneSource } from '@carillon/testkit/source'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { serveHlsPage } from '../support/hls-page.ts'
import { giveListenerProbes, waitForTone } from '../support/listener-probe.ts'

const TONE_HZ = 523

// Slow: a player of HLS waits for segments of four seconds, and the sound is heard to go on through several.
test('[HL16] hls.js plays the studio in a page of another site, without an error', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive('Evening tones')
  const source = await ToneSource.start(station, dj, id, { frequencyHz: TONE_HZ })
  const player = await serveHlsPage()
  try {
    const playlist = `${station.origin}/hls/live.m3u8`
    await expect.poll(async () => (await fetch(playlist)).status, { timeout: 20_000 }).toBe(200)
    const context = await contextOf(await openChromium(), null)
    await giveListenerProbes(context)
    const page = await context.newPage()
    await page.goto(`${player.origin}/?${playlist}`)
    await page.getByRole('button', { name: 'Play' }).click()
    await waitForTone(page, TONE_HZ)
    const playedSeconds = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
    const begun = await playedSeconds()
    await expect.poll(playedSeconds, { timeout: 30_000 }).toBeGreaterThan(begun + 10)
    await waitForTone(page, TONE_HZ)
    expect(await page.evaluate('failures')).toEqual([])
  } finally {
    source.close()
    player.close()
  }
})
