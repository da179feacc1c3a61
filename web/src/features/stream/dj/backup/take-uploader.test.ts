import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../../api/api-error.ts'
import type { Piece, PieceEntry } from './kept-take.ts'
import { type Held, KeptTakes, leftMs } from './kept-takes.ts'
import { TakeUploader, type Way } from './take-uploader.ts'
import type { TakeUpload } from './upload-take.ts'

const SECOND_SAMPLES = 48_000

let nowMs: number
let clockMs: number
let pieces: Map<string, Piece>
let takes: KeptTakes
let asked: { from: number; packets: number; left: number; after: string | undefined }[]
/** Answer of the station to the next upload. */
let answer: (upload: TakeUpload) => Promise<{ takeId: string; writtenUpTo: number }>
let way: Way | null
let isLockFree: boolean
let isInOtherTab: boolean
let uploader: TakeUploader

const keyOf = ({ takeId, from }: PieceEntry) => `${takeId} ${from}`

beforeEach(async () => {
  nowMs = 1_800_000_000_000
  clockMs = 0
  pieces = new Map()
  asked = []
  way = null
  isLockFree = true
  isInOtherTab = false
  answer = async ({ take, from, packets }) => ({ takeId: take.takeId, writtenUpTo: from + packets.length })
  const store = {
    load: async () => [],
    saveTake: () => undefined,
    add: (piece: Piece) => void pieces.set(keyOf(piece), piece),
    forget(entries: readonly PieceEntry[]) {
      for (const entry of entries) pieces.delete(keyOf(entry))
    },
    forgetTake: () => undefined,
    read: async (entries: readonly PieceEntry[]) =>
      entries.flatMap((entry) => pieces.get(keyOf(entry)) ?? []),
  }
  takes = new KeptTakes({ store, now: () => nowMs })
  await takes.open(3)
  const request = (async (_name: string, _options: unknown, run: (lock: object | null) => Promise<void>) =>
    run(isLockFree ? {} : null)) as unknown as LockManager['request']
  uploader = new TakeUploader({
    ...{ takes, store, way: () => way, isOnline: () => true, now: () => clockMs, locks: { request } },
    isInOtherTab: () => isInOtherTab,
    upload: async (upload) => {
      const { from, packets, left, take } = upload
      asked.push({ from, packets: packets.length, left, after: take.after?.takeId })
      clockMs += 400
      return answer(upload)
    },
    onChange: () => undefined,
  })
})

/** A take of seconds, a packet and a piece each. */
function record(seconds: number, broadcastId = 7): Held {
  const held = takes.begin(broadcastId)
  if (!held) throw new Error('nobody is here')
  for (let second = 0; second < seconds; second++) takes.append(held, [new Uint8Array(100)], SECOND_SAMPLES)
  return held
}

describe('what the station does not have', () => {
  it('[KC4] goes up in pieces of ten seconds, the oldest take first, each saying how much is left and what it follows', async () => {
    const first = record(12)
    record(3)
    await uploader.work()
    expect(asked).toEqual([
      { from: 0, packets: 10, left: 5, after: undefined },
      { from: 10, packets: 2, left: 3, after: undefined },
      { from: 0, packets: 3, left: 0, after: first.take.takeId },
    ])
    expect([takes.unfinished(), pieces.size, takes.missingMs]).toEqual([[], 0, 0])
  })

  it('[KC4] goes on where the station says that it has what follows', async () => {
    const held = record(30)
    answer = async () => ({ takeId: held.take.takeId, writtenUpTo: 25 })
    await uploader.work()
    expect(asked.map(({ from }) => from)).toEqual([0, 25])
  })

  it('[KC4] takes its turn: nothing while sound waits to leave, and a tenth of the time beside a show', async () => {
    let isFree = false
    const current = record(4)
    const before = record(25)
    way = { current, unwrittenMs: 4_000, hasHole: false, isFree: () => isFree }
    await uploader.work()
    expect(asked).toEqual([])
    isFree = true
    await uploader.work()
    await uploader.work()
    expect(asked).toHaveLength(1)
    clockMs += 3_599
    await uploader.work()
    expect(asked).toHaveLength(1)
    clockMs += 1
    await uploader.work()
    expect([asked.length, leftMs(before), leftMs(current)]).toEqual([2, 5_000, 4_000])
  })

  it('[KC4] sound that is on its way is not left to upload: no recording waits for it', async () => {
    const current = record(4)
    record(2)
    way = { current, unwrittenMs: 0, hasHole: false, isFree: () => true }
    await uploader.work()
    expect(asked.map(({ packets, left }) => [packets, left])).toEqual([[2, 0]])
  })

  it('[KC4] a hole in the take that is being recorded goes up too, and no recording waits for what comes after it', async () => {
    const current = record(20)
    way = { current, unwrittenMs: 20_000, hasHole: false, isFree: () => true }
    await uploader.work()
    expect(asked).toEqual([{ from: 0, packets: 10, left: 0, after: undefined }])
  })

  it('[KC9] a hole goes up by itself, though what came after it is written', async () => {
    const current = record(20)
    takes.acknowledge(current, 5)
    takes.acknowledgeRun(current, [7, 18])
    way = { current, unwrittenMs: 2_000, hasHole: true, isFree: () => true }
    await uploader.work()
    expect(asked).toEqual([{ from: 5, packets: 2, left: 0, after: undefined }])
    expect(leftMs(current)).toBe(2_000)
  })

  it('[KC4] is tried again when the station does not answer, and later each time', async () => {
    record(1)
    answer = async () => {
      throw new ApiError({ status: 503, code: 'BUSY' })
    }
    const tries: number[] = []
    for (let second = 0; second < 120; second++) {
      clockMs += 1_000
      const before = asked.length
      await uploader.work()
      if (asked.length > before) tries.push(second)
    }
    expect(tries.slice(0, 4)).toEqual([0, 2, 6, 14])
    expect(tries.length).toBeLessThan(10)
    expect(takes.unfinished()).toHaveLength(1)
  })

  it('[KC4] is given up, and said to be missing, where the station refuses it for good', async () => {
    record(12)
    record(2, 8)
    answer = async ({ take }) => {
      if (take.broadcastId === 7) throw new ApiError({ status: 404, code: 'NOT_FOUND' })
      return { takeId: take.takeId, writtenUpTo: 2 }
    }
    await uploader.work()
    expect([asked.length, takes.missingMs, takes.unfinished()]).toEqual([2, 12_000, []])
  })

  it('[KC964] of the take that is being recorded nothing is given up: it is tried again while it is on air', async () => {
    const held = record(20)
    way = { current: held, unwrittenMs: 20_000, hasHole: false, isFree: () => true }
    const take = answer
    answer = () => Promise.reject(new ApiError({ status: 409, code: 'TAKE_UNKNOWN' }))
    await uploader.work()
    expect([asked.length, leftMs(held), takes.missingMs]).toEqual([1, 20_000, 0])
    answer = take
    for (let uploads = 0; uploads < 2; uploads++) {
      clockMs += 60_000
      await uploader.work()
    }
    expect([leftMs(held), takes.missingMs]).toEqual([0, 0])
    way = null
    clockMs += 60_000
    const ended = record(3)
    answer = () => Promise.reject(new ApiError({ status: 409, code: 'TAKE_UNKNOWN' }))
    await uploader.work()
    expect([leftMs(ended), takes.missingMs]).toEqual([0, 3_000])
  })

  it('[KC963] holds up its own show alone while the station cannot take it, and all of it', async () => {
    const [first] = [record(1), record(1)]
    record(12, 8)
    answer = async ({ take, from, packets }) => {
      if (take.broadcastId === 7) throw new ApiError({ status: 503, code: 'MEDIA_AWAY' })
      return { takeId: take.takeId, writtenUpTo: from + packets.length }
    }
    for (let second = 0; second < 30; second++) {
      await uploader.work()
      clockMs += 1_000
    }
    expect(takes.unfinished().map(({ take }) => take.broadcastId)).toEqual([7, 7])
    // The second take has its place by the first one.
    expect(asked.filter(({ after }) => after === first.take.takeId)).toEqual([])
    expect(asked.length).toBeLessThan(8)
  })

  it('[KC963] holds up all others when there is no answer, or too many calls', async () => {
    for (const status of [0, 429]) {
      asked = []
      uploader.begin()
      for (const show of [7, 8, 9]) record(1, show)
      answer = async () => {
        throw new ApiError({ status, code: 'NETWORK' })
      }
      await uploader.work()
      await uploader.work()
      expect(asked).toHaveLength(1)
    }
  })

  it('[KC963] takes a tenth of the time beside a show also when it fails', async () => {
    for (const show of [7, 8]) record(1, show)
    way = { current: null, unwrittenMs: 0, hasHole: false, isFree: () => true }
    answer = async () => {
      throw new ApiError({ status: 503, code: 'MEDIA_AWAY' })
    }
    await uploader.work()
    clockMs += 3_599
    await uploader.work()
    expect(asked).toHaveLength(1)
    clockMs += 1
    await uploader.work()
    expect(asked).toHaveLength(2)
  })

  it('[KC961] of what another tab has uploaded in part, the rest goes up', async () => {
    const held = record(6)
    for (const entry of held.pieces.slice(1, 3)) pieces.delete(keyOf(entry))
    await uploader.work()
    expect(asked.map(({ from, packets }) => [from, packets])).toEqual([
      [0, 1],
      [3, 3],
    ])
    expect([takes.unfinished(), takes.missingMs]).toEqual([[], 0])
  })

  it('[KC4] waits for the next sign-in once nobody is signed in', async () => {
    record(1)
    answer = async () => {
      throw new ApiError({ status: 401, code: 'NOT_SIGNED_IN' })
    }
    await uploader.work()
    clockMs += 3_600_000
    await uploader.work()
    expect(asked).toHaveLength(1)
    uploader.begin()
    await uploader.work()
    expect(asked).toHaveLength(2)
  })

  it('[KC5] goes up from one tab alone, the one on air where there is one', async () => {
    record(1)
    isLockFree = false
    await uploader.work()
    isLockFree = true
    isInOtherTab = true
    await uploader.work()
    expect(asked).toEqual([])
    isInOtherTab = false
    await uploader.work()
    expect(asked).toHaveLength(1)
  })
})
