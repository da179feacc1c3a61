import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { ToneSource } from '@carillon/testkit/source'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveListenerProbes, waitForTone } from '../support/listener-probe.ts'

const TONE_HZ = 523
const LIBRARY = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'))
/** A player as others build one: the address of the playlist stands behind the question mark. */
const PAGE = `<!doctype html><title>Player</title><audio></audio><button>Play</button>
<script src="/hls.js"></script><script>
const hls = new Hls(), failures = []
const audio = document.querySelector('audio')
hls.on(Hls.Events.ERROR, (_, { details }) => failures.push(details))
hls.loadSource(location.search.slice(1))
hls.attachMedia(audio)
document.querySelector('button').onclick = () => audio.play()
</script>`

/** Serves the player from another origin than the station's. */
async function servePlayer() {
  const server = createServer(({ url = '' }, response) => {
    const isLibrary = url === '/hls.js'
    response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html')
    response.end(isLibrary ? LIBRARY : PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

// Slow: a player of HLS waits for segments of four seconds, and the sound is heard to go on through several.
test('[HL16] hls.js plays the studio in a page of another site, without an error', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive('Evening tones')
  const source = await ToneSource.start(station, dj, id, { frequencyHz: TONE_HZ })
  const player = await servePlayer()
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
