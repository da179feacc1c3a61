import { setTimeout as delay } from 'node:timers/promises'
import { HttpListener } from '@carillon/testkit/listener'
import { ToneSource } from '@carillon/testkit/source'
import type { Station } from '@carillon/testkit/station'
import { expect, test } from '../support/fixtures.ts'
import { complaintsAbout } from '../support/stream-validators.ts'

const LISTENERS = 200
const KEPT = 3
/** LONG=1 cuts for as long as the station promises to bear; the short run cuts once. */
const CUT_SECONDS = process.env.LONG ? [5, 30, 120] : [5]
const SAMPLES_PER_SECOND = 48_000

/** Many listeners; the first few keep their bytes for the judges. */
async function manyListeners(station: Station): Promise<HttpListener[]> {
  const joining = Array.from({ length: LISTENERS }, (_, number) =>
    HttpListener.join(station.origin, '/live.ogg', number < KEPT),
  )
  return Promise.all(joining)
}

/** Each had one stream without a fault, and is still there. */
function expectUnbroken(listeners: HttpListener[]): void {
  expect(listeners.filter(({ isDisconnected }) => isDisconnected)).toHaveLength(0)
  expect(listeners.flatMap(({ watcher }) => watcher.faults)).toEqual([])
  expect(new Set(listeners.map(({ watcher }) => watcher.serials.length))).toEqual(new Set([1]))
  expect(new Set(listeners.map(({ watcher }) => watcher.beginnings))).toEqual(new Set([1]))
  for (const listener of listeners.slice(0, KEPT)) expect(complaintsAbout(listener.bytes())).toEqual([])
}

/** Sound comes in writes more than a second apart: how much there is, and when, as one arrives. */
async function nextWrite(listener: HttpListener | undefined): Promise<{ receivedS: number; atS: number }> {
  await listener?.more(1)
  return { receivedS: Number(listener?.watcher.granule) / SAMPLES_PER_SECOND, atS: performance.now() / 1000 }
}

const health = async (station: Station) => (await fetch(`${station.origin}/api/stream/health`)).json()

test.describe('one stream for as long as a listener listens', () => {
  for (const seconds of CUT_SECONDS) {
    // Slow: the DJ is away that long.
    test(`[ON16] 200 listeners stay while the DJ is away for ${seconds} s`, async ({ station }) => {
      test.setTimeout((seconds + 90) * 1000)
      const dj = await station.newMember('DJ')
      const id = await dj.api.goLive()
      const before = await ToneSource.start(station, dj, id)
      const listeners = await manyListeners(station)
      await listeners[0]?.more(50_000)
      before.cut()
      await expect.poll(async () => (await health(station)).data.recovering, { intervals: [100] }).toBe(true)
      const first = await nextWrite(listeners[0])
      await delay(seconds * 1000 - 3_000)
      // A write that this process reads late makes up for it with the next; silence that is too slow never does.
      const pace = async () => {
        const last = await nextWrite(listeners[0])
        return (last.receivedS - first.receivedS) / (last.atS - first.atS)
      }
      await expect.poll(pace).toBeGreaterThan(0.8)
      const after = await ToneSource.start(station, dj, id, { frequencyHz: 660 })
      await listeners[0]?.more(50_000)
      for (const listener of listeners) listener.leave()
      after.close()
      expectUnbroken(listeners)
    })
  }

  // Slow: each change needs its seconds of sound.
  test('[ON17] a new recording, another sound and another bitrate change nothing for 200 listeners', async ({
    station,
  }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.start(station, dj, await dj.api.goLive())
    const listeners = await manyListeners(station)
    for (const options of [
      { frequencyHz: 880 },
      { bitrate: 160_000 },
      { frequencyHz: 220, bitrate: 64_000 },
    ]) {
      await listeners[0]?.more(30_000)
      source.play(options)
    }
    await listeners[0]?.more(60_000)
    for (const listener of listeners) listener.leave()
    expect(source.closed).toBeNull()
    source.close()
    expectUnbroken(listeners)
  })
})
