import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { padPacket } from '@carillon/media/opus/padding'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyReaderOf } from '../../../../http/body-reader.ts'
import { Mount } from '../../mount/mount.ts'
import { Feed } from '../../on-air/feed.ts'
import { dj } from '../../testing.ts'
import type { EncoderEnd } from './encoder-end.ts'
import { EncoderSource } from './encoder-source.ts'

const packets = packetsOf(demux(captureNamed('chromium-desktop').chunks))
const muxer = new OggMuxer({ serialNumber: 1 })
const headers = muxer.headerPages()
/** A second and more of sound. */
const sound = muxer.page(packets.slice(0, 20))

let server: Server
let far: Socket
let near: Socket
let mount: Mount
let source: EncoderSource
let ends: EncoderEnd[]
let gone: Promise<unknown>
let nowMs = 0

beforeEach(async () => {
  nowMs = 0
  const reported: EncoderEnd[] = []
  ends = reported
  server = createServer({ allowHalfOpen: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  far = connect((server.address() as AddressInfo).port, '127.0.0.1')
  far.on('error', () => {}) // what a test cuts it sees in `ends`
  far.resume()
  const [accepted] = (await once(server, 'connection')) as [Socket]
  near = accepted
  mount = new Mount({
    now: () => nowMs,
    serialNumber: 1,
    onPage: () => undefined,
  })
  gone = new Promise((resolve) => {
    const options = {
      session: { id: 0, person: dj },
      program: 'test',
      body: bodyReaderOf(new Map()) ?? expect.fail(),
      now: () => nowMs,
      since: new Date(0),
      farewell: '',
      onEnd: (end: EncoderEnd) => reported.push(end),
    }
    const feed = new Feed({ now: () => nowMs, target: mount })
    source = new EncoderSource(near, options, { broadcastId: 7, feed, mount, takes: null, onClose: resolve })
  })
})
afterEach(() => {
  far.destroy()
  server.close()
})

async function send(bytes: Uint8Array): Promise<void> {
  const expected = receivedBytes() + bytes.length
  far.write(bytes)
  while (receivedBytes() < expected && ends.length === 0)
    await new Promise((resolve) => setImmediate(resolve))
}

function receivedBytes(): number {
  const snapshot = source.snapshot()
  return snapshot.kind === 'ENCODER' ? snapshot.receivedBytes : 0
}

describe('a program as the source', () => {
  it('[EN12] without sound for 20 s is let go, whatever else it sends', async () => {
    await send(headers)
    await send(sound)
    nowMs = 20_000
    source.checkAlive()
    expect(ends).toEqual([])
    await send(headers)
    nowMs = 20_001
    source.checkAlive()
    far.end()
    await gone
    expect(ends).toMatchObject([{ reason: 'SILENT' }])
  })

  it('[EN12] that sends faster than it sounds is let go', async () => {
    await send(headers)
    while (ends.length === 0 && receivedBytes() < 3_000_000) await send(sound)
    far.end()
    await gone
    expect(ends).toMatchObject([{ reason: 'TOO_FAST', message: expect.stringContaining('-re') }])
  })

  it('[EN12] may be late and catch up', async () => {
    await send(headers)
    await send(sound)
    nowMs = 600_000
    for (let times = 0; times < 20; times++) await send(sound)
    expect(ends).toEqual([])
  })

  it('[EN19] that floods has to wait: it is read on later', async () => {
    const large = padPacket(packets[0] ?? expect.fail(), 60_000)
    const flood = Buffer.concat([headers, ...Array.from({ length: 22 }, () => muxer.page([large]))])
    far.write(flood)
    while (!near.isPaused()) await new Promise((resolve) => setImmediate(resolve))
    expect(receivedBytes()).toBeGreaterThan(1024 * 1024)
    while (receivedBytes() < flood.length) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(ends).toEqual([])
  })

  it('[EN12] that vanishes is told as lost', async () => {
    await send(headers)
    far.resetAndDestroy()
    await gone
    expect(ends).toMatchObject([{ reason: 'LEFT' }])
  })

  it('[EN17] closed, it is ended in order and says why once', async () => {
    await send(headers)
    const ended = once(far, 'end')
    source.close(4003, 'The broadcast has ended')
    source.close(4001, 'again')
    await ended
    far.end()
    await gone
    expect(ends).toEqual([{ reason: 'ENDED', message: 'The broadcast has ended' }])
  })
})
