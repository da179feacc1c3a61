import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { MemoryCluster } from '../../cluster/testing.ts'
import { PollEventSockets } from './poll-event-sockets.ts'
import { PollSocket } from './poll-socket.ts'

/** A websocket in memory. */
class MemorySocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: string[] = []
  pings = 0
  end: number | 'cut' | null = null

  send(text: string): void {
    this.sent.push(text)
  }

  ping(): void {
    this.pings += 1
  }

  close(code: number): void {
    this.end ??= code
    this.readyState = 2
  }

  terminate(): void {
    this.end ??= 'cut'
    this.readyState = 3
    this.emit('close')
  }

  receive(text: string): void {
    this.emit('message', Buffer.from(text), false)
  }
}

function createReader(onClose: () => void = () => undefined) {
  const wire = new MemorySocket()
  const reader = new PollSocket(wire as unknown as WebSocket, { now: () => 0, onClose })
  return { wire, reader }
}

describe('a poll socket', () => {
  it('[PO11] what happens while the open poll is being read comes after it', () => {
    const { wire, reader } = createReader()
    reader.send('results')
    reader.send('ended')
    expect(wire.sent).toEqual([])
    reader.open('shown')
    reader.send('shown again')
    expect(wire.sent).toEqual(['shown', 'results', 'ended', 'shown again'])
  })

  it('[PO11] without an open poll there is nothing to begin with', () => {
    const { wire, reader } = createReader()
    reader.open(null)
    expect(wire.sent).toEqual([])
    reader.send('shown')
    expect(wire.sent).toEqual(['shown'])
  })

  it('[PO11] who cannot be told what is open comes again: 1011', () => {
    const { wire, reader } = createReader()
    reader.fail()
    expect(wire.end).toBe(1011)
  })

  it('[PO12] no more than a hundred events wait for the open poll to be read', () => {
    const { wire, reader } = createReader()
    for (let count = 0; count < 101; count++) reader.send('results')
    expect(wire.end).toBe(1011)
    reader.open('shown')
    expect(wire.sent).toEqual([])
  })

  it('[PO12] one that does not read is cut, whatever it still gets', () => {
    const { wire, reader } = createReader()
    reader.open(null)
    wire.bufferedAmount = 256 * 1024
    reader.send('results')
    expect(wire.end).toBeNull()
    wire.bufferedAmount += 1
    reader.send('results')
    expect(wire.end).toBe('cut')
  })

  it('[PO12] one that answers neither of two pings is cut; a pong or a word keeps it', () => {
    const { wire, reader } = createReader()
    reader.checkAlive()
    reader.checkAlive()
    wire.emit('pong')
    reader.checkAlive()
    wire.receive('ping')
    reader.checkAlive()
    reader.checkAlive()
    expect([wire.end, wire.pings]).toEqual([null, 5])
    reader.checkAlive()
    expect(wire.end).toBe('cut')
  })

  it('[PO12] ping is answered, faster than people type is not, and 20 words too many end it with 1008', () => {
    const { wire } = createReader()
    for (let count = 0; count < 30; count++) wire.receive('ping')
    expect(wire.sent).toHaveLength(30)
    for (let count = 0; count < 19; count++) wire.receive('ping')
    expect([wire.sent.length, wire.end]).toEqual([30, null])
    wire.receive('ping')
    expect(wire.end).toBe(1008)
  })
})

/** Two instances, each with a board. */
function createBoards() {
  const cluster = new MemoryCluster()
  return [new PollEventSockets(cluster.join()), new PollEventSockets(cluster.join())] as const
}

describe('the board of poll sockets', () => {
  it('[PO11] an event reaches the sockets of its broadcast on every instance once', () => {
    const boards = createBoards()
    const readers = [createReader(), createReader(), createReader()] as const
    for (const { reader } of readers) reader.open(null)
    boards[0].add(4, readers[0].reader, 'a')
    boards[1].add(4, readers[1].reader, 'a')
    boards[1].add(5, readers[2].reader, 'a')
    boards[0].publishEvent(4, { type: 'POLL_DELETED', id: 9 })
    const published = ['{"type":"POLL_DELETED","id":9}']
    expect(readers.map(({ wire }) => wire.sent)).toEqual([published, published, []])
    for (const eventSockets of boards) eventSockets.close()
  })

  it('[PO12] a socket that was cut in the middle of an event stops nobody, and leaves', () => {
    const [eventSockets] = createBoards()
    let leave: () => void = () => undefined
    const stalled = createReader(() => leave())
    const healthy = createReader()
    leave = eventSockets.add(4, stalled.reader, 'a')
    eventSockets.add(4, healthy.reader, 'a')
    for (const { reader } of [stalled, healthy]) reader.open(null)
    stalled.wire.bufferedAmount = 1_000_000
    eventSockets.publishEvent(4, { type: 'POLL_DELETED', id: 9 })
    expect([stalled.wire.end, healthy.wire.sent.length, eventSockets.size]).toEqual(['cut', 1, 1])
    leave()
    expect(eventSockets.size).toBe(1)
    eventSockets.close()
  })

  it('[PO12] one address has 10,000 sockets and no more', () => {
    const [eventSockets] = createBoards()
    const { reader } = createReader()
    const leaves = Array.from({ length: 10_000 }, (_, at) => eventSockets.add(at, reader, 'a'))
    expect(eventSockets.hasRoomFor('a')).toBe(false)
    expect(eventSockets.hasRoomFor('b')).toBe(true)
    leaves[0]?.()
    expect(eventSockets.hasRoomFor('a')).toBe(true)
    eventSockets.close()
  })
})
