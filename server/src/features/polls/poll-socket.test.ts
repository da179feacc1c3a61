import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { PollBoard } from './board.ts'
import { PollSocket } from './poll-socket.ts'
import type { Relay } from './ports.ts'

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

  hear(text: string): void {
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
    wire.hear('ping')
    reader.checkAlive()
    reader.checkAlive()
    expect([wire.end, wire.pings]).toEqual([null, 5])
    reader.checkAlive()
    expect(wire.end).toBe('cut')
  })

  it('[PO12] ping is answered, faster than people type is not, and 20 words too many end it with 1008', () => {
    const { wire } = createReader()
    for (let count = 0; count < 30; count++) wire.hear('ping')
    expect(wire.sent).toHaveLength(30)
    for (let count = 0; count < 19; count++) wire.hear('ping')
    expect([wire.sent.length, wire.end]).toEqual([30, null])
    wire.hear('ping')
    expect(wire.end).toBe(1008)
  })
})

/** Two instances, each with a board: what one sends, the other gets as JSON. */
function createBoards() {
  const handlers: ((letter: unknown) => void)[] = []
  const relay = (at: number): Relay => ({
    send: (_, letter) => handlers[1 - at]?.(JSON.parse(JSON.stringify(letter))),
    on: (_, handler) => {
      handlers[at] = handler
    },
  })
  return [new PollBoard(relay(0)), new PollBoard(relay(1))] as const
}

describe('the board of poll sockets', () => {
  it('[PO11] an event reaches the sockets of its broadcast on every instance once', () => {
    const boards = createBoards()
    const readers = [createReader(), createReader(), createReader()] as const
    for (const { reader } of readers) reader.open(null)
    boards[0].add(4, readers[0].reader, 'a')
    boards[1].add(4, readers[1].reader, 'a')
    boards[1].add(5, readers[2].reader, 'a')
    boards[0].tell(4, { type: 'POLL_DELETED', id: 9 })
    const told = ['{"type":"POLL_DELETED","id":9}']
    expect(readers.map(({ wire }) => wire.sent)).toEqual([told, told, []])
    for (const board of boards) board.close()
  })

  it('[PO12] a socket that was cut in the middle of an event stops nobody, and leaves', () => {
    const [board] = createBoards()
    let leave: () => void = () => undefined
    const stalled = createReader(() => leave())
    const healthy = createReader()
    leave = board.add(4, stalled.reader, 'a')
    board.add(4, healthy.reader, 'a')
    for (const { reader } of [stalled, healthy]) reader.open(null)
    stalled.wire.bufferedAmount = 1_000_000
    board.tell(4, { type: 'POLL_DELETED', id: 9 })
    expect([stalled.wire.end, healthy.wire.sent.length, board.size]).toEqual(['cut', 1, 1])
    leave()
    expect(board.size).toBe(1)
    board.close()
  })

  it('[PO12] one address has 10,000 sockets and no more', () => {
    const [board] = createBoards()
    const { reader } = createReader()
    const leaves = Array.from({ length: 10_000 }, (_, at) => board.add(at, reader, 'a'))
    expect(board.hasRoomFor('a')).toBe(false)
    expect(board.hasRoomFor('b')).toBe(true)
    leaves[0]?.()
    expect(board.hasRoomFor('a')).toBe(true)
    board.close()
  })
})
