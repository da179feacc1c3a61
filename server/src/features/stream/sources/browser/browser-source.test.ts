import { LOW_QUALITY_REASON, MAX_SOURCE_FRAME_BYTES } from '@carillon/contract/stream/schemas'
import { captureNamed, captures } from '@carillon/media/fixtures/captures'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GOING_AWAY } from '../../../../http/websocket-peer.ts'
import { acceptSource, authoriseSource } from '../../sockets.ts'
import { admin, dj, Line, liveBroadcast, otherDj, startStation } from '../../testing.ts'

const { chunks } = captureNamed('chromium-desktop')
const [header = new Uint8Array()] = chunks
let station: Awaited<ReturnType<typeof startStation>>
let skipMs = 0

beforeEach(async () => {
  skipMs = 0
  station = await startStation({ now: () => performance.now() + skipMs })
  station.stream.openMount({ broadcastId: liveBroadcast.id, kind: 'live' })
})
afterEach(() => station.close())

const connect = (person = dj) => new Line(station.socketUrl(`/ws/live?person=${person.id}`)).open()
const sourceOf = () => station.stream.live?.source ?? null

async function goneFromAir() {
  while (sourceOf()) await new Promise((resolve) => setImmediate(resolve))
}

it('[ST104] a browser says that its page was left; a line that is lost says nothing, and who comes back is there', async () => {
  const isLeft = () => station.stream.live?.feed.isLeft
  const sendAndClose = async (close: (line: Line) => void) => {
    const line = await connect()
    for (const chunk of chunks) line.socket.send(chunk)
    await line.nextOf('INGEST')
    expect(isLeft()).toBe(false)
    close(line)
    await goneFromAir()
  }
  await sendAndClose(({ socket }) => socket.terminate())
  expect(isLeft()).toBe(false)
  await sendAndClose(({ socket }) => socket.close(GOING_AWAY))
  expect(isLeft()).toBe(true)
  await sendAndClose(({ socket }) => socket.close(1000))
  expect(isLeft()).toBe(false)
})

describe('what the DJ hears back', () => {
  it('[SR1] ACCEPTED once the header is decoded, pong for ping', async () => {
    const line = await connect()
    line.socket.send('ping')
    expect(await line.next()).toBe('pong')
    line.socket.send(header)
    expect(await line.nextOf('ACCEPTED')).toEqual({ type: 'ACCEPTED', broadcastId: liveBroadcast.id })
  })

  it('[SR1] is not accepted before the header is whole', async () => {
    const line = await connect()
    line.socket.send(header.subarray(0, 40))
    line.socket.send('ping')
    expect(await line.next()).toBe('pong')
    line.socket.send(header.subarray(40))
    expect((await line.nextOf('ACCEPTED')).broadcastId).toBe(liveBroadcast.id)
  })

  it('[SR2] an INGEST report every second with what came in', async () => {
    const line = await connect()
    for (const chunk of chunks) line.socket.send(chunk)
    const report = await line.nextOf('INGEST')
    expect(report.receivedUpTo).toBeGreaterThan(0)
    const receivedBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    expect(report).toMatchObject({ type: 'INGEST', receivedBytes })
    expect(report.bufferedMs).toBeGreaterThanOrEqual(0)
    expect(report.bufferedMs).toBeLessThan(1_000)
  })

  it('[DJ50] that the stream is stopped, and goes on, before anything that is said later', async () => {
    const line = await connect()
    line.socket.send(header)
    await line.nextOf('ACCEPTED')
    for (const isHeld of [true, false]) {
      await station.stream.feed.hold(isHeld, admin)
      line.socket.send('ping')
      const said: string[] = []
      for (let text = await line.next(); text !== 'pong'; text = await line.next()) said.push(text)
      const last = JSON.parse(said.at(-1) ?? 'null')
      expect(last).toMatchObject({ type: 'INGEST', feedHold: isHeld ? { by: admin.name } : null })
    }
  })

  it('[ST101] who stopped the stream, and since when, until it goes on', async () => {
    const line = await connect()
    line.socket.send(header)
    await station.stream.feed.hold(true, admin)
    const { feedHold } = await line.nextOf('INGEST')
    expect(feedHold).toEqual({ by: admin.name, since: expect.any(String) })
    await station.stream.feed.hold(false, admin)
    expect((await line.nextOf('INGEST')).feedHold).toBeNull()
  })

  it('[ST102] how the recording stands; [GU101] how loud listeners have it', async () => {
    const line = await connect()
    for (const chunk of chunks) line.socket.send(chunk)
    const { recording, peakDb } = await line.nextOf('INGEST')
    expect(recording).toEqual({ lengthMs: expect.any(Number), gaps: 0, hasFailed: false })
    expect(peakDb ?? -90).toBeLessThanOrEqual(0)
  })

  it.each(['chromium-default', 'firefox-raw'])(
    '[SR3] mono (%s) is turned away with 4000 and the reason',
    async (name) => {
      const line = await connect()
      for (const chunk of captureNamed(name).chunks) line.socket.send(chunk)
      expect(await line.closed).toEqual({ code: 4000, reason: LOW_QUALITY_REASON })
    },
  )

  it.each(captures.filter(({ channels }) => channels === 2).map(({ name }) => name))(
    '[SR3] stereo of at least 44.1 kHz (%s) is let through',
    async (name) => {
      const line = await connect()
      for (const chunk of captureNamed(name).chunks) line.socket.send(chunk)
      expect((await line.nextOf('ACCEPTED')).broadcastId).toBe(liveBroadcast.id)
    },
  )
})

describe('who holds the place', () => {
  it('[SR4] the same DJ from elsewhere takes over, the older connection hears 4002', async () => {
    const older = await connect()
    const newer = await connect()
    expect((await older.closed).code).toBe(4002)
    newer.socket.send(header)
    expect((await newer.nextOf('ACCEPTED')).broadcastId).toBe(liveBroadcast.id)
    expect(sourceOf()).not.toBeNull()
  })

  it('[SR5] nobody else has a place while a source is connected, and has when it is gone', async () => {
    const line = await connect()
    const { live } = station.stream
    expect(live?.hasPlaceFor(otherDj)).toBe(false)
    expect(live?.hasPlaceFor(dj)).toBe(true)
    line.socket.terminate()
    await goneFromAir()
    expect(live?.hasPlaceFor(otherDj)).toBe(true)
  })

  it('[SR6] whose session ended is off the air with 4001', async () => {
    const line = await connect()
    station.stream.revocations.revoke(({ person }) => person.id === dj.id)
    expect((await line.closed).code).toBe(4001)
  })

  it('[SR6] a session that ends during its handshake does not slip through; a new one does', async () => {
    const { stream, context } = station
    const query = new URLSearchParams({ broadcastId: String(liveBroadcast.id) })
    const session = { id: 1, person: dj }
    const grant = await authoriseSource(stream, context, session, query)
    stream.revocations.revoke(({ id }) => id === session.id)
    const codes: number[] = []
    acceptSource(stream, context, { close: (code: number) => codes.push(code) } as never, grant)
    expect(codes).toEqual([4001])
    skipMs = 1
    const later = await authoriseSource(stream, context, session, query)
    expect(stream.revocations.hasEndedSince(later.askedMs, session)).toBe(false)
  })

  it('[SR6] a peer that ignores the close is cut, and is not heard meanwhile', async () => {
    const line = await connect()
    line.socket.pause()
    station.stream.revocations.revoke(() => true)
    const before = station.stream.live?.feed.silentForMs ?? 0
    line.socket.send(header)
    await goneFromAir()
    expect(station.stream.live?.feed.silentForMs).toBeGreaterThan(before)
    line.socket.resume()
    await line.closed
  })

  it('[SR7] the end of the broadcast ends the source with 4003', async () => {
    const line = await connect()
    await station.stream.closeMount(liveBroadcast.id)
    expect((await line.closed).code).toBe(4003)
  })

  it('[SR7] a connection that was let through just before the end is turned away', async () => {
    const { stream, context } = station
    const query = new URLSearchParams({ broadcastId: String(liveBroadcast.id) })
    const grant = await authoriseSource(stream, context, { id: 1, person: dj }, query)
    await stream.closeMount(liveBroadcast.id)
    const codes: number[] = []
    acceptSource(stream, context, { close: (code: number) => codes.push(code) } as never, grant)
    expect(codes).toEqual([4003])
  })

  it('[SR8] the end of the process says 1012: come back', async () => {
    const line = await connect()
    await station.stream.close()
    expect((await line.closed).code).toBe(1012)
  })

  it('[SR9] a test that goes live keeps its source connected', async () => {
    await station.stream.closeMount(liveBroadcast.id)
    station.stream.openMount({ broadcastId: liveBroadcast.id, kind: 'test' })
    const line = new Line(station.socketUrl(`/ws/live?broadcastId=${liveBroadcast.id}`))
    await line.open()
    line.socket.send(header)
    await line.nextOf('ACCEPTED')
    station.stream.openMount({ broadcastId: liveBroadcast.id, kind: 'live' })
    for (const chunk of chunks.slice(1)) line.socket.send(chunk)
    line.socket.send('ping')
    while ((await line.next()) !== 'pong'); // a report may come before it
    expect(station.stream.live?.source).not.toBeNull()
    expect(station.stream.live?.feed.isRecovering).toBe(false)
  })

  it('[SR10] a dead peer is let go after 45 s of nothing, not even pongs', async () => {
    const line = await connect()
    skipMs = 40_000
    line.socket.send('ping')
    await line.next()
    skipMs = 80_000
    line.socket.send('ping')
    expect(await line.next()).toBe('pong')
    line.socket.pause()
    skipMs = 200_000
    await goneFromAir()
    line.socket.terminate()
  })
})

describe('bad input', () => {
  it('[SR11] text where audio belongs is closed with 4400', async () => {
    const line = await connect()
    line.socket.send('hello')
    expect((await line.closed).code).toBe(4400)
  })

  it('[SR11] what is no WebM is closed with 4400 before it can grow', async () => {
    const line = await connect()
    for (let i = 0; i < 10; i++) line.socket.send(Buffer.alloc(MAX_SOURCE_FRAME_BYTES, 0x55))
    const { code, reason } = await line.closed
    expect(code).toBe(4400)
    expect(reason).toContain('UNREADABLE')
  })

  it('[SR12] a frame over 64 KiB is closed with 1009, one of 64 KiB is not', async () => {
    const line = await connect()
    line.socket.send(Buffer.alloc(MAX_SOURCE_FRAME_BYTES))
    line.socket.send('ping')
    expect(await line.next()).toBe('pong')
    line.socket.send(Buffer.alloc(1024 * 1024))
    expect((await line.closed).code).toBe(1009)
  })

  it('[SR12] a message in 100,000 tiny fragments is cut, and the place is free again', async () => {
    const line = await connect()
    for (let i = 0; i < 100_000 && line.socket.readyState === line.socket.OPEN; i++)
      line.socket.send(Buffer.of(i % 256), { fin: false })
    expect((await line.closed).code).toBeGreaterThan(1000)
    await goneFromAir()
  })

  it('[SR13] a flood of chunks is dropped, then closed with 4400', async () => {
    const line = await connect()
    line.socket.send(header)
    for (let i = 0; i < 5_000; i++) line.socket.send(Buffer.of(0xa3))
    const { code, reason } = await line.closed
    expect({ code, reason }).toEqual({ code: 4400, reason: 'Too many chunks for a recorder' })
  })

  it('[SR13] a minute of chunks at once, after a stall, is no flood', async () => {
    const line = await connect()
    for (let i = 0; i < 20; i++) for (const chunk of chunks) line.socket.send(chunk)
    line.socket.send('ping')
    while ((await line.next()) !== 'pong');
    expect(line.socket.readyState).toBe(line.socket.OPEN)
  })

  it('[SR14] captures with any byte changed, cut or left out end in a close code or sound on', async () => {
    const mutation = fc.record({
      name: fc.constantFrom(...captures.map(({ name }) => name)),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      byte: fc.integer({ min: 0, max: 255 }),
      cut: fc.integer({ min: 0, max: 2_000 }),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async ({ name, at, byte, cut }) => {
        const line = await connect()
        for (const chunk of captureNamed(name).chunks) {
          const changed = Buffer.from(chunk)
          changed[Math.floor(at * changed.length)] = byte
          line.socket.send(changed.subarray(0, changed.length - Math.min(cut, changed.length)))
        }
        line.socket.close(1000)
        const { code } = await line.closed
        expect([1000, 4000, 4400, 1005]).toContain(code)
        await goneFromAir()
      }),
      { numRuns: 150 },
    )
    expect(station.reported.logged).toEqual([])
  })
})
