import { HttpListener } from '@carillon/testkit/listener'
import { ToneSource } from '@carillon/testkit/source'
import { expect, test } from '../support/fixtures.ts'
import { complaintsAbout } from '../support/stream-validators.ts'

/** Three seconds at 96 kbps, less a page that is still being made. */
const BURST_BYTES = 30_000

test.describe('GET /live.ogg', () => {
  test('[ON1] what a DJ sends is a stream that no judge objects to', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.start(station, dj, await dj.api.goLive())
    const listener = await HttpListener.join(station.origin, '/live.ogg', true)
    await listener.more(80_000)
    listener.leave()
    source.close()
    expect(listener.reply.statusCode).toBe(200)
    expect(listener.watcher.faults).toEqual([])
    expect(complaintsAbout(listener.bytes())).toEqual([])
  })

  test('[ON2] any site may play it, nothing may cache it, and a range is answered with the whole stream', async ({
    station,
  }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.start(station, dj, await dj.api.goLive())
    const abort = new AbortController()
    const reply = await fetch(`${station.origin}/live.ogg`, {
      headers: { origin: 'https://elsewhere.example', range: 'bytes=0-' },
      signal: abort.signal,
    })
    abort.abort()
    source.close()
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toContain('audio/ogg')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('cache-control')).toContain('no-store')
    expect(reply.headers.get('content-length')).toBeNull()
  })

  test('[ON2] HEAD says the same without a body', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.start(station, dj, await dj.api.goLive())
    const reply = await fetch(`${station.origin}/live.ogg`, { method: 'HEAD' })
    source.close()
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toContain('audio/ogg')
    expect((await reply.arrayBuffer()).byteLength).toBe(0)
  })

  test('[ON3] a listener who joins gets the last seconds at once', async ({ station, starvation }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.start(station, dj, await dj.api.goLive())
    const early = await HttpListener.join(station.origin)
    await early.more(60_000)
    const late = await HttpListener.join(station.origin)
    const startedMs = Date.now()
    await late.more(BURST_BYTES - late.receivedBytes)
    const gotMs = Date.now()
    const lateMs = await starvation.lateMs(startedMs, gotMs)
    early.leave()
    late.leave()
    source.close()
    // In real time these bytes take two and a half seconds.
    expect(gotMs - startedMs).toBeLessThan(2_000 + lateMs)
  })

  test('[ON4] the listener count goes up with a listener and down when it leaves', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.start(station, dj, await dj.api.goLive())
    const count = async () => {
      const status = await dj.api.data<{ listenerCount: number }>('GET', '/api/stream/status')
      return status.listenerCount
    }
    const player = crypto.randomUUID()
    const first = await HttpListener.join(station.origin, `/live.ogg?listener=${player}`)
    const again = await HttpListener.join(station.origin, `/live.ogg?listener=${player}&delay=low`)
    const other = await HttpListener.join(station.origin)
    await expect.poll(count).toBe(2)
    for (const listener of [first, again, other]) listener.leave()
    await expect.poll(count).toBe(0)
    source.close()
  })
})
