import { Duplex } from 'node:stream'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { OggReader } from '@carillon/media/ogg/reader'
import { silencePacket } from '@carillon/media/opus/silence'
import { describe, expect, it } from 'vitest'
import { PageBuffer } from '../mount/page-buffer.ts'
import { FanOut, GROUPS } from './fan-out.ts'
import { type Delay, Listener } from './listener.ts'
import { LoopLateness } from './loop-lateness.ts'
import { AT_ONCE } from './sliced-writes.ts'

/** A socket in memory that takes what is written, until it is told not to. */
class MemorySocket extends Duplex {
  writes: Buffer[] = []
  isStuck = false
  override _read() {}
  override _write(bytes: Buffer, _: string, done: () => void) {
    this.writes.push(Buffer.from(bytes))
    if (!this.isStuck) done()
  }
  setTimeout() {}
  setNoDelay() {}
}

function createFanOut() {
  const pages = new PageBuffer()
  const muxer = new OggMuxer({ serialNumber: 1 })
  const fanOut = new FanOut(pages)
  const page = () => pages.append({ bytes: muxer.page([silencePacket(960, 240)]), durationMs: 250 })
  page()
  const ended: string[] = []
  const add = (delay: Delay = 'batch') => {
    const socket = new MemorySocket()
    const listener = new Listener(socket as never, delay, null, (_, how) => ended.push(how))
    listener.open('', { bytes: muxer.headerPages() as Buffer, next: 0, back: 0 })
    socket.writes = []
    fanOut.add(listener)
    return socket
  }
  return { fanOut, page, add, ended }
}

function pagesIn(bytes: Buffer): number {
  const result = new OggReader().push(bytes)
  return result.ok ? result.pages.length : 0
}

function sequences(socket: MemorySocket): number[] {
  const result = new OggReader().push(Buffer.concat(socket.writes))
  return result.ok ? result.pages.map(({ sequence }) => sequence) : []
}

it('[ST31] a listener is written once in five ticks, with all pages since, each group in its turn', () => {
  const { fanOut, page, add } = createFanOut()
  const sockets = Array.from({ length: 2 * GROUPS }, () => add())
  for (let i = 0; i < 2 * GROUPS; i++) {
    fanOut.publish(false)
    fanOut.tick()
    page()
  }
  for (const socket of sockets) expect(socket.writes).toHaveLength(2)
  expect(sequences(sockets[0] ?? new MemorySocket())).toEqual([2, 3, 4, 5, 6, 7])
})

it('[ST31] who asks for low delay gets each page at once, and batches while the event loop is late', () => {
  const { fanOut, page, add } = createFanOut()
  const socket = add('low')
  fanOut.publish(false)
  page()
  fanOut.publish(false)
  expect(socket.writes).toHaveLength(2)
  page()
  fanOut.publish(true)
  page()
  fanOut.publish(true)
  expect(socket.writes).toHaveLength(2)
  for (let i = 0; i < GROUPS; i++) fanOut.tick()
  expect(socket.writes).toHaveLength(3)
  expect(sequences(socket)).toEqual([2, 3, 4, 5])
})

it('[ST631] who asks for medium delay gets two pages a write, half of them with each page', () => {
  const { fanOut, page, add } = createFanOut()
  const sockets = [add('medium'), add('medium')]
  // The page that came before they did went with their opening.
  fanOut.tick()
  fanOut.tick()
  for (const socket of sockets) socket.writes = []
  const writes: number[][] = []
  for (let i = 0; i < 6; i++) {
    page()
    fanOut.publish(false)
    fanOut.tick()
    writes.push(sockets.map((socket) => socket.writes.length))
  }
  expect(writes.map(([first = 0, second = 0]) => first + second)).toEqual([1, 2, 3, 4, 5, 6])
  const [even, odd] = sockets.map((socket) => socket.writes.map(pagesIn))
  expect([even, odd]).toContainEqual([2, 2, 2])
  expect([even, odd]).toContainEqual([1, 2, 2])
})

it('[ST631] when pages stop, the one that is left follows within two ticks', () => {
  const { fanOut, page, add } = createFanOut()
  const sockets = [add('medium'), add('medium')]
  page()
  fanOut.tick()
  fanOut.tick()
  for (const socket of sockets) expect(sequences(socket)).toEqual([2, 3])
})

it('[ST14] a socket that is full gets nothing more until it has room, and misses nothing', async () => {
  const { fanOut, page, add, ended } = createFanOut()
  const socket = add()
  socket.isStuck = true
  const runTicks = (count: number) => {
    for (let i = 0; i < count * GROUPS; i++) {
      page()
      fanOut.tick()
    }
  }
  runTicks(10)
  expect(socket.writes).toHaveLength(1)
  expect(ended).toEqual([])
  runTicks(30)
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toEqual(['too slow'])
})

it('[ST31] the event loop is late when its ticks are, and in time again only when they all are', () => {
  const lateness = new LoopLateness(250, 0)
  let nowMs = 0
  const ticks = (count: number, lateMs: number) => {
    for (let i = 0; i < count; i++) {
      nowMs += 250 + lateMs
      lateness.tick(nowMs)
    }
    return lateness.isLate
  }
  expect(ticks(100, 5)).toBe(false)
  expect(ticks(1, 500)).toBe(false)
  expect(ticks(100, 120)).toBe(true)
  expect(ticks(5, 0)).toBe(true)
  expect(ticks(100, 0)).toBe(false)
})

describe('a large crowd', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const reached = (sockets: readonly MemorySocket[]) =>
    sockets.filter(({ writes }) => writes.length > 0).length

  it('[ST633] is written to in slices, between which the event loop has its turn', async () => {
    const { fanOut, page, add } = createFanOut()
    const sockets = Array.from({ length: 2 * AT_ONCE + 1 }, () => add('low'))
    fanOut.publish(false)
    expect(reached(sockets)).toBe(AT_ONCE)
    await turn()
    expect(reached(sockets)).toBe(2 * AT_ONCE)
    // A page that comes meanwhile goes to those who are left, and to the others with the next one.
    page()
    fanOut.publish(false)
    expect(fanOut.latePages).toBe(1)
    await turn()
    expect(reached(sockets)).toBe(2 * AT_ONCE + 1)
    page()
    fanOut.publish(false)
    for (let slices = 0; slices < 3; slices++) await turn()
    for (const socket of sockets) expect(sequences(socket)).toEqual([2, 3, 4])
  })

  it('[ST633] is given the rest when the stream ends in the middle of it, once', async () => {
    const { fanOut, add, ended } = createFanOut()
    const sockets = Array.from({ length: 2 * AT_ONCE }, () => add('low'))
    fanOut.publish(false)
    fanOut.close()
    await turn()
    for (const socket of sockets) expect(sequences(socket)).toEqual([2])
    expect(ended.every((how) => how === 'ended')).toBe(true)
  })

  it('[ST633] loses who leaves while others are written to', async () => {
    const { fanOut, add } = createFanOut()
    const sockets = Array.from({ length: AT_ONCE + 2 }, () => add('low'))
    fanOut.publish(false)
    const [gone] = [...fanOut.listeners()].filter(({ socket }) => socket === (sockets.at(-1) as never))
    if (gone) fanOut.remove(gone)
    await turn()
    expect(reached(sockets)).toBe(AT_ONCE + 1)
  })
})
