import { captureNamed } from '@carillon/media/fixtures/captures'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KeptTake, Piece, PieceEntry } from './kept-take.ts'
import { KeptTakes, leftMs, MAX_PIECES } from './kept-takes.ts'
import { TakeLine } from './take-line.ts'

const SHOW = 7
const DAY_MS = 86_400_000

/** Storage of a browser that outlives its pages. */
class FakeStorage {
  takes = new Map<string, KeptTake>()
  pieces = new Map<string, Piece>()
  keyOf = ({ takeId, from }: PieceEntry) => `${takeId} ${from}`
  saveTake = (take: KeptTake) => void this.takes.set(take.takeId, { ...take })
  add = (piece: Piece, take: KeptTake) => {
    this.pieces.set(this.keyOf(piece), piece)
    this.saveTake(take)
  }
  forget = (entries: readonly PieceEntry[]) => {
    for (const entry of entries) this.pieces.delete(this.keyOf(entry))
  }
  forgetTake = (takeId: string) => void this.takes.delete(takeId)
  load = async () =>
    [...this.takes.values()].map((take) => ({
      take: { ...take },
      pieces: [...this.pieces.values()]
        .filter(({ takeId }) => takeId === take.takeId)
        .map(({ packets: _, ...entry }) => entry),
    }))
}

let storage: FakeStorage
let nowMs: number

async function openPage(userId = 3): Promise<KeptTakes> {
  const takes = new KeptTakes({ store: storage, now: () => nowMs })
  await takes.open(userId)
  return takes
}

beforeEach(() => {
  storage = new FakeStorage()
  nowMs = 1_800_000_000_000
})

describe('takes of a show', () => {
  it.each(['chromium-default', 'firefox-destination'] as const)(
    '[KC1] what %s records is counted as the station counts it',
    async (name) => {
      const takes = await openPage()
      const line = new TakeLine(takes, SHOW)
      const { chunks, packets } = captureNamed(name)
      const places = chunks.map((chunk) => line.keep(1, chunk))
      expect(places[0]).toMatchObject({ packet: 0 })
      expect(new Set(places.map((place) => place?.takeId)).size).toBe(1)
      expect(line.current?.take.packets).toBe(packets)
      expect([...storage.pieces.values()].reduce((sum, { count }) => sum + count, 0)).toBe(packets)
    },
  )

  it('[KC1] a recording that begins again is a take of its own, after the one before, of which the rest comes first', async () => {
    const line = new TakeLine(await openPage(), SHOW)
    const { chunks, packets } = captureNamed('chromium-default')
    const first = line.keep(1, chunks[0] ?? new Uint8Array())
    for (const chunk of chunks.slice(1)) line.keep(1, chunk)
    const second = line.keep(2, chunks[0] ?? new Uint8Array())
    expect(second).toEqual({
      takeId: expect.not.stringMatching(first?.takeId ?? ''),
      packet: 0,
      after: { takeId: first?.takeId, packets },
    })
  })

  it('[KC1] after a reload the next take follows the last one of the visit before', async () => {
    const before = new TakeLine(await openPage(), SHOW)
    const { chunks, packets } = captureNamed('chromium-default')
    for (const chunk of chunks) before.keep(1, chunk)
    nowMs += 5_000
    const after = new TakeLine(await openPage(), SHOW)
    expect(after.keep(1, chunks[0] ?? new Uint8Array())).toMatchObject({
      after: { takeId: before.current?.take.takeId, packets },
    })
  })

  it('[KC1] what cannot be read is sent and not counted', async () => {
    const line = new TakeLine(await openPage(), SHOW)
    const junk = new Uint8Array(200_000).fill(7)
    expect([line.keep(1, junk), line.keep(1, junk)].at(-1)).toBeNull()
    expect(storage.pieces.size).toBe(0)
  })

  it('[KC2] what the station has written is forgotten, here and on the device', async () => {
    const takes = await openPage()
    const line = new TakeLine(takes, SHOW)
    const { chunks, packets } = captureNamed('chromium-default')
    const place = chunks.map((chunk) => line.keep(1, chunk))[0]
    const half = Math.floor(packets / 2)
    const report = (writtenUpTo: number) =>
      line.acknowledge({ takeId: place?.takeId ?? expect.fail('not counted'), writtenUpTo })
    report(half)
    expect(Math.min(...[...storage.pieces.values()].map(({ from, count }) => from + count))).toBeGreaterThan(
      half,
    )
    expect(storage.takes.get(place?.takeId ?? '')?.writtenUpTo).toBe(half)
    // Less than before, and more than there ever was, say nothing.
    report(1)
    report(packets + 1)
    expect(storage.pieces.size).toBeGreaterThan(0)
    report(packets)
    expect(storage.pieces.size).toBe(0)
    expect(takes.unfinished()).toEqual([])
  })

  it('[KC9] what came after a hole is forgotten: the hole alone is left to upload, at once and after the show', async () => {
    const takes = await openPage()
    const line = new TakeLine(takes, SHOW)
    const { chunks } = captureNamed('chromium-default')
    const [place] = chunks.map((chunk) => line.keep(1, chunk))
    const { takeId } = place ?? expect.fail('not counted')
    const pieces = [...(line.current?.pieces ?? [])]
    const [first, hole, next, last] = [pieces[0], pieces[1], pieces[2], pieces.at(-2)]
    if (!first || !hole || !next || !last) throw new Error('the recording is too short')
    line.acknowledge({ takeId, writtenUpTo: first.count })
    expect([line.hasHole, line.unwrittenMs]).toEqual([false, 0])
    line.acknowledge({
      ...{ takeId, writtenUpTo: first.count },
      writtenBeyond: [[next.from, last.from + last.count]],
    })
    expect(line.current?.pieces).toEqual([hole, pieces.at(-1)])
    expect([line.hasHole, line.unwrittenMs]).toEqual([true, hole.samples / 48])
    line.close(true)
    expect(takes.unfinished().map((held) => held.pieces)).toEqual([[hole]])
    expect(storage.pieces.size).toBe(1)
  })

  it('[KC2] where the station counts nothing, half a minute is kept for when it does', async () => {
    const line = new TakeLine(await openPage(), SHOW)
    const { chunks } = captureNamed('chromium-default')
    for (let round = 1; round <= 20; round++) {
      for (const chunk of chunks) line.keep(round, chunk)
      line.acknowledge({})
    }
    const current = line.current
    expect(current && leftMs(current)).toBeLessThan(31_000)
  })

  it('[KC13] what is said where the station counts nothing any more is not missing there', async () => {
    const takes = await openPage()
    const line = new TakeLine(takes, SHOW)
    const { chunks } = captureNamed('chromium-default')
    const [place] = chunks.map((chunk) => line.keep(1, chunk))
    const { takeId } = place ?? expect.fail('not counted')
    line.acknowledge({ takeId, writtenUpTo: line.current?.take.packets ?? 0 })
    for (let round = 0; round < 3; round++) for (const chunk of chunks) line.keep(2, chunk)
    expect(line.unwrittenMs).toBeGreaterThan(5_000)
    line.acknowledge({})
    expect(line.unwrittenMs).toBe(0)
    line.close(true)
    expect(takes.unfinished()).toEqual([])
  })

  it('[KC962] what a DJ who waits said before their line was lost, and meanwhile, is no loss', async () => {
    const takes = await openPage()
    const line = new TakeLine(takes, SHOW)
    const { chunks } = captureNamed('chromium-default')
    const record = (recording: number) => {
      for (const chunk of chunks) line.keep(recording, chunk)
    }
    record(1)
    line.acknowledge({})
    record(1)
    // Back twice, the first time without a report.
    for (const recording of [2, 3]) {
      line.open()
      record(recording)
      expect([takes.unfinished().length, line.unwrittenMs]).toEqual([1, 0])
    }
    line.acknowledge({})
    expect(takes.unfinished().map(({ take }) => take.takeId)).toEqual([line.current?.take.takeId])
    line.close(true)
    expect([takes.unfinished(), takes.missingMs, storage.pieces.size]).toEqual([[], 0, 0])
  })

  it('[KC962] what they said goes up when they had come on air just before, or leave without a line', async () => {
    const takes = await openPage()
    const { chunks } = captureNamed('chromium-default')
    const [first = new Uint8Array()] = chunks
    const line = new TakeLine(takes, SHOW)
    line.keep(1, first)
    line.acknowledge({})
    const takeId = line.current?.take.takeId
    line.open()
    const place = line.keep(2, first)
    line.acknowledge({ takeId: place?.takeId ?? expect.fail('not counted'), writtenUpTo: 1 })
    expect(takes.unfinished()[0]?.take.takeId).toBe(takeId)
    line.acknowledge({})
    const other = new TakeLine(takes, SHOW + 1)
    other.keep(1, first)
    other.acknowledge({})
    other.open()
    other.keep(2, first)
    other.close(false)
    expect(takes.unfinished().filter(({ take }) => take.broadcastId === SHOW + 1)).toHaveLength(2)
  })

  it('[KC960] a take has a bound: each piece more gives up the oldest one, here and on the device', async () => {
    let stored = 0
    const takes = new KeptTakes({
      now: () => nowMs,
      store: {
        ...{ load: async () => [], saveTake: () => undefined, forgetTake: () => undefined },
        add: () => void stored++,
        forget(entries) {
          stored -= entries.length
        },
      },
    })
    await takes.open(3)
    const held = takes.begin(SHOW) ?? expect.fail('nobody is here')
    const packets = [Uint8Array.of(1)]
    for (let piece = 0; piece < MAX_PIECES + 3; piece++) takes.append(held, packets, 2_880)
    expect([held.pieces.length, stored]).toEqual([MAX_PIECES, MAX_PIECES])
    expect([takes.missingMs, held.pieces[0]?.from]).toEqual([180, 3])
  })

  it('[KC3] a show that ends well leaves nothing; one whose line is away leaves what it has said since', async () => {
    const takes = await openPage()
    const well = new TakeLine(takes, SHOW)
    const { chunks } = captureNamed('chromium-default')
    const [first = new Uint8Array()] = chunks
    well.keep(1, first)
    well.close(true)
    well.keep(1, chunks[1] ?? first)
    expect(takes.unfinished()).toEqual([])
    const cut = new TakeLine(takes, SHOW)
    cut.keep(1, first)
    cut.close(false)
    cut.keep(1, chunks[1] ?? first)
    expect(takes.unfinished().map(({ pieces }) => pieces.length)).toEqual([2])
  })

  it('[KC5] a person finds their own at the next visit, for seven days', async () => {
    const line = new TakeLine(await openPage(), SHOW)
    line.keep(1, captureNamed('chromium-default').chunks[0] ?? new Uint8Array())
    expect((await openPage()).unfinished()).toHaveLength(1)
    expect((await openPage(4)).unfinished()).toEqual([])
    nowMs += 7 * DAY_MS + 1
    expect((await openPage()).unfinished()).toEqual([])
    expect([storage.takes.size, storage.pieces.size]).toEqual([0, 0])
  })
})
