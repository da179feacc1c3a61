import { once } from 'node:events'
import { connect } from 'node:net'
import { OggReader } from '@carillon/media/ogg/reader'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_BEHIND_MS } from '../mount/page-buffer.ts'
import { ListenerProbe, liveBroadcast, startStation } from '../testing.ts'

const SECOND_OF_AUDIO = 12_000
let station: Awaited<ReturnType<typeof startStation>>
/** Added to the monotonic clock: a test that waits for seconds does not wait. */
let skipMs = 0

beforeEach(async () => {
  skipMs = 0
  station = await startStation({ now: () => performance.now() + skipMs })
  station.stream.openMount({ broadcastId: liveBroadcast.id, kind: 'live' })
})
afterEach(() => station.close())

describe('a listener of live.ogg', () => {
  it('[ST12] gets a plain endless response: no length, no chunks, not stored, open to every site', async () => {
    const probe = new ListenerProbe(station.streamUrl())
    const { statusCode, headers } = await probe.head
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'audio/ogg',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'accept-ranges': 'none',
      connection: 'close',
    })
    expect(headers).not.toHaveProperty('transfer-encoding')
    expect(headers).not.toHaveProperty('content-length')
  })

  it.each(['', '?delay=low', '?delay=medium'])(
    '[ST12] hears page after page without a gap (%s)',
    async (query) => {
      const probe = new ListenerProbe(station.streamUrl(query))
      await probe.received(4.5 * SECOND_OF_AUDIO)
      const result = new OggReader().push(probe.bytes)
      const pages = result.ok ? result.pages : []
      expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, index) => index))
      expect(pages.length).toBeGreaterThan(12)
    },
  )

  it('[ST13] hears the end of the broadcast as the end of the stream', async () => {
    const probes = ['', '?delay=low', '?delay=medium'].map(
      (query) => new ListenerProbe(station.streamUrl(query)),
    )
    await Promise.all(probes.map((probe) => probe.received(SECOND_OF_AUDIO)))
    await station.stream.closeMount(liveBroadcast.id)
    for (const probe of probes) {
      await probe.ended()
      const result = new OggReader().push(probe.bytes)
      expect(result.ok && result.pages.at(-1)?.isLast).toBe(true)
    }
  })

  it('[ST14] that stops reading is dropped when it is 30 s behind, and counted', async () => {
    const socket = connect({ port: station.port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.write('GET /live.ogg HTTP/1.1\r\nHost: station\r\n\r\n')
    await once(socket, 'readable')
    socket.pause()
    // The system's own buffers are large: time is skipped until they are full and the 30 s are over.
    const dropped = once(socket, 'close')
    const flood = setInterval(() => {
      skipMs += 3_000
    }, 5)
    while (station.stream.counters.droppedListeners === 0)
      await new Promise((resolve) => setImmediate(resolve))
    clearInterval(flood)
    expect(station.stream.listenerCount(liveBroadcast.id)).toBe(0)
    socket.resume()
    await dropped
    expect(skipMs).toBeGreaterThan(MAX_BEHIND_MS)
  })

  it('[ST15] may say what it likes after its request: it is no second request', async () => {
    const socket = connect({ port: station.port, host: '127.0.0.1' })
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
    })
    socket.write('GET /live.ogg HTTP/1.1\r\nHost: station\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET /live.ogg HTTP/1.1\r\nHost: station\r\n\r\n')
    const before = received.length
    while (received.length < before + SECOND_OF_AUDIO) await once(socket, 'data')
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {}) // a reset is what this test is after
    socket.write(Buffer.alloc(200_000))
    await closed
  })

  it('[ST15] cannot be two on one connection', async () => {
    const socket = connect({ port: station.port, host: '127.0.0.1' })
    socket.on('error', () => {}) // a reset is as good as an end here
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    socket.write('GET /live.ogg HTTP/1.1\r\nHost: station\r\n\r\n'.repeat(2))
    await closed
    while (station.stream.status().listenerCount > 0) await new Promise((resolve) => setImmediate(resolve))
  })

  it('[ST20] is counted by the player it names, and no more when it left', async () => {
    const player = '?listener=0c3a1f39-5a8c-4d0c-9c3e-0d3f5d7c2b11'
    const probes = [player, player, ''].map((query) => new ListenerProbe(station.streamUrl(query)))
    await Promise.all(probes.map((probe) => probe.received(1)))
    expect(station.stream.status()).toMatchObject({ listenerCount: 2, peakListenerCount: 2 })
    for (const probe of probes) probe.leave()
    while (station.stream.status().listenerCount > 0) await new Promise((resolve) => setImmediate(resolve))
    expect(station.stream.status().peakListenerCount).toBe(2)
  })
})
