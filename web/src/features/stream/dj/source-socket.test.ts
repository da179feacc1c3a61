import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { MAX_RECONNECT_ATTEMPTS } from './backoff.ts'
import { PROBE_LIMIT_MS, type Retry, type SourceClose, SourceSocket } from './source-socket.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'
import { STALL_BYTES } from './upload-gate.ts'

type LogEntry =
  | { event: 'open' }
  | { event: 'lost'; retry: Retry }
  | { event: 'gave-up' }
  | { event: 'closed'; close: SourceClose }
  | { event: 'message'; type: string }
  | { event: 'round-trip'; ms: number }
  | { event: 'fresh-header' }

/** The events of a socket in order; `next` waits for one of the given kind and drops what came before it. */
function createLog() {
  const entries: LogEntry[] = []
  let wake = () => {}
  return {
    add(entry: LogEntry) {
      entries.push(entry)
      wake()
    },
    async next<Kind extends LogEntry['event']>(kind: Kind): Promise<Extract<LogEntry, { event: Kind }>> {
      for (;;) {
        const entry = entries.shift()
        if (entry?.event === kind) return entry as Extract<LogEntry, { event: Kind }>
        if (entry === undefined) await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    entries,
  }
}

let server: WebSocketServer
let timers: FakeTimers
let log: ReturnType<typeof createLog>
let isOnline: boolean
let socket: SourceSocket

beforeEach(async () => {
  server = new WebSocketServer({ port: 0 })
  await once(server, 'listening')
  timers = createFakeTimers()
  log = createLog()
  isOnline = true
  socket = createSocket(portOf(server))
})

afterEach(async () => {
  socket.close()
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => server.close(resolve))
})

function portOf(listening: WebSocketServer): number {
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

function createSocket(port: number): SourceSocket {
  return new SourceSocket({
    url: `ws://127.0.0.1:${port}/ws/live?broadcastId=7`,
    timers,
    random: () => 0,
    isOnline: () => isOnline,
    events: {
      onOpen: () => log.add({ event: 'open' }),
      onLost: (retry) => log.add({ event: 'lost', retry }),
      onGaveUp: () => log.add({ event: 'gave-up' }),
      onClosed: (close) => log.add({ event: 'closed', close }),
      onMessage: ({ type }) => log.add({ event: 'message', type }),
      onRoundTrip: (ms) => log.add({ event: 'round-trip', ms }),
      onFreshHeaderNeeded: () => log.add({ event: 'fresh-header' }),
    },
  })
}

async function connect(): Promise<ServerSocket> {
  const accepted = once(server, 'connection')
  socket.connect()
  const [client] = (await accepted) as [ServerSocket]
  await log.next('open')
  return client
}

/** Offers the chunk, letting the network work in between, until `isDone`. */
async function offerUntil(chunk: Blob, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    socket.offer(chunk)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function nextMessage(client: ServerSocket): Promise<{ text: string; isBinary: boolean }> {
  const [body, isBinary] = (await once(client, 'message')) as [Buffer, boolean]
  return { text: body.toString(), isBinary }
}

describe('source socket', () => {
  it('[DJ15] sends chunks as binary frames and reads what the station says', async () => {
    const client = await connect()
    const ping = await nextMessage(client)
    socket.offer(new Blob(['chunk']))
    expect(ping).toEqual({ text: 'ping', isBinary: false })
    expect(await nextMessage(client)).toEqual({ text: 'chunk', isBinary: true })
    client.send('nonsense')
    client.send('{"type":"ACCEPTED","broadcastId":7}')
    expect(await log.next('message')).toEqual({ event: 'message', type: 'ACCEPTED' })
    expect(socket.counts).toEqual({ sentBytes: 5, skippedChunks: 0, droppedChunks: 0 })
  })

  it('[DJ13] skips a chunk over 60000 bytes, counts it and asks for a fresh header', async () => {
    await connect()
    socket.offer(new Blob([new Uint8Array(60_001)]))
    await log.next('fresh-header')
    expect(socket.counts).toEqual({ sentBytes: 0, skippedChunks: 1, droppedChunks: 0 })
  })

  it('[DJ14] a stalled upload drops chunks, stays bounded, and asks for a fresh header once it drains', async () => {
    const client = await connect()
    client.pause()
    const chunk = new Blob([new Uint8Array(60_000)])
    await offerUntil(chunk, () => socket.counts.droppedChunks > 0)
    expect(socket.isSlow).toBe(true)
    expect(socket.unsentBytes).toBeLessThanOrEqual(STALL_BYTES)
    client.resume()
    await offerUntil(chunk, () => log.entries.some(({ event }) => event === 'fresh-header'))
    expect(socket.isSlow).toBe(false)
  })

  it('[DJ16] pings on opening and every 30 s, and measures the round trip', async () => {
    const client = await connect()
    await nextMessage(client)
    timers.advance(40)
    client.send('pong')
    expect(await log.next('round-trip')).toEqual({ event: 'round-trip', ms: 40 })
    timers.advance(30_000)
    expect((await nextMessage(client)).text).toBe('ping')
  })

  it('[DJ16] lets go of a connection without a pong for more than 60 s', async () => {
    await connect()
    timers.advance(60_000)
    expect(socket.isOpen).toBe(true)
    timers.advance(30_000)
    expect(socket.isOpen).toBe(false)
    expect((await log.next('lost')).retry.attempt).toBe(1)
  })

  it('[DJ16] goes on after a pong; no other message stands in for one', async () => {
    const client = await connect()
    timers.advance(60_000)
    client.send('pong')
    await log.next('round-trip')
    timers.advance(60_000)
    expect(socket.isOpen).toBe(true)
    client.send('{"type":"ACCEPTED","broadcastId":7}')
    await log.next('message')
    timers.advance(30_000)
    expect(socket.isOpen).toBe(false)
  })

  it('[DJ2] comes back by itself after an abnormal close and begins anew', async () => {
    const client = await connect()
    client.terminate()
    const { retry } = await log.next('lost')
    expect(retry).toEqual({ attempt: 1, of: 20, at: 1_000, isOffline: false })
    timers.advance(1_000)
    await log.next('open')
    expect(socket.isOpen).toBe(true)
  })

  it.each([1000, 1001, 4000, 4003])('[DJ2] stays away after close code %i', async (code) => {
    const client = await connect()
    client.close(code, 'because')
    expect(await log.next('closed')).toEqual({ event: 'closed', close: { code, reason: 'because' } })
    timers.advance(600_000)
    expect(log.entries).toEqual([])
  })

  it('[DJ17] counts up to 20 attempts, then gives up', async () => {
    const closed = new WebSocketServer({ port: 0 })
    await once(closed, 'listening')
    const port = portOf(closed)
    await new Promise((resolve) => closed.close(resolve))
    socket = createSocket(port)
    socket.connect()
    for (let attempt = 1; attempt <= MAX_RECONNECT_ATTEMPTS; attempt++) {
      const { retry } = await log.next('lost')
      expect(retry.attempt).toBe(attempt)
      timers.advance(retry.at - timers.now())
    }
    await log.next('gave-up')
    timers.advance(600_000)
    expect(log.entries).toEqual([])
  })

  it('[DJ17] starts counting anew once it is open', async () => {
    const first = await connect()
    first.terminate()
    await log.next('lost')
    const accepted = once(server, 'connection')
    timers.advance(1_000)
    const [second] = (await accepted) as [ServerSocket]
    await log.next('open')
    second.terminate()
    expect((await log.next('lost')).retry.attempt).toBe(1)
  })

  it('[DJ18] offline it looks every 5 s and uses up no attempt', async () => {
    const client = await connect()
    isOnline = false
    client.terminate()
    const { retry } = await log.next('lost')
    expect(retry).toEqual({ attempt: 1, of: 20, at: 5_000, isOffline: true })
  })

  it('[DJ18] the return of the network connects at once', async () => {
    const client = await connect()
    isOnline = false
    client.terminate()
    await log.next('lost')
    isOnline = true
    socket.networkReturned()
    await log.next('open')
    expect(socket.isOpen).toBe(true)
  })

  it('[DJ18] a line that died with the network that was before is let go of, one that answers stays', async () => {
    const client = await connect()
    timers.advance(1_000)
    socket.networkReturned()
    client.send('pong')
    await log.next('round-trip')
    timers.advance(PROBE_LIMIT_MS)
    expect(socket.isOpen).toBe(true)
    socket.networkReturned()
    timers.advance(PROBE_LIMIT_MS)
    expect((await log.next('lost')).retry.attempt).toBe(1)
  })

  it('[DJ830] a try that waits begins at once when the station is reached by another way', async () => {
    const client = await connect()
    client.terminate()
    await log.next('lost')
    socket.stationReached()
    await log.next('open')
    timers.advance(1_000)
    socket.stationReached()
    expect([socket.isOpen, server.clients.size]).toEqual([true, 1])
  })

  it('[DJ830] such a try counts, and none begins on a line that was given up or closed for good', async () => {
    server.options.verifyClient = () => false
    socket.connect()
    for (let attempt = 1; attempt <= MAX_RECONNECT_ATTEMPTS; attempt++) {
      expect((await log.next('lost')).retry.attempt).toBe(attempt)
      socket.stationReached()
    }
    await log.next('gave-up')
    server.options.verifyClient = () => true
    socket.stationReached()
    expect(timers.pending()).toBe(0)
    socket.connect()
    await log.next('open')
    socket.close()
    socket.stationReached()
    expect([socket.isOpen, timers.pending()]).toEqual([false, 0])
  })

  it('[DJ16] gives up a connection that never opens', async () => {
    await connect()
    socket.connect()
    timers.advance(10_000)
    expect((await log.next('lost')).retry.attempt).toBe(1)
  })

  it('[DJ19] closing for good says 1000 and tells nothing more', async () => {
    const client = await connect()
    const closed = once(client, 'close')
    socket.close()
    socket.close()
    const [code] = (await closed) as [number]
    expect(code).toBe(1000)
    expect(timers.pending()).toBe(0)
  })
})
