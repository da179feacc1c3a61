import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createBatchQueue, createSerialQueue } from './serial-queue.ts'
import { Undecided } from './undecided.ts'

const [ANA, BEN, CARLA] = [1, 2, 3]
const LIMITS = { waitingEach: 2, waiting: 4, waitMs: 1_000, workMs: 5_000 }

/** Work that goes on until it is finished, and a queue that it holds. */
async function occupy(limits = LIMITS) {
  const runExclusive = createSerialQueue(limits)
  const done: string[] = []
  const held = Promise.withResolvers<void>()
  const occupied = runExclusive(() => held.promise)
  const add = (name: string, personId?: number) =>
    runExclusive(async () => void done.push(name), personId).catch((error: { code?: string }) => error.code)
  return { runExclusive, done, add, finish: held.resolve, occupied }
}

function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

it('[OP44] people take turns, and what one person asked for is done in its order', async () => {
  const { done, add, finish } = await occupy({ ...LIMITS, waitingEach: 3, waiting: 100 })
  const all = [
    ...['ana 1', 'ana 2', 'ana 3'].map((name) => add(name, ANA)),
    ...['ben 1', 'ben 2'].map((name) => add(name, BEN)),
    add('carla 1', CARLA),
  ]
  finish()
  await Promise.all(all)
  expect(done).toEqual(['ana 1', 'ben 1', 'carla 1', 'ana 2', 'ben 2', 'ana 3'])
})

it('[OP44] one person has a few waiting, all together have more, and what is too much is refused at once', async () => {
  const { done, add, finish } = await occupy()
  const first = [add('ana 1', ANA), add('ana 2', ANA)]
  expect(await add('ana 3', ANA)).toBe('TOO_MANY_REQUESTS')
  const others = [add('ben 1', BEN), add('nobody 1')]
  expect(await add('carla 1', CARLA)).toBe('BUSY')
  finish()
  await Promise.all([...first, ...others])
  expect(await add('carla 2', CARLA)).toBeUndefined()
  expect(done).toEqual(['ana 1', 'ben 1', 'nobody 1', 'ana 2', 'carla 2'])
})

it('[OP44] who is refused for having too many waiting is told when to come again', async () => {
  const { runExclusive, add, finish } = await occupy()
  const waiting = [add('ana 1', ANA), add('ana 2', ANA)]
  const refused = runExclusive(async () => undefined, ANA)
  await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 })
  finish()
  await Promise.all(waiting)
})

it('[OP44] whoever has waited for long is refused, is not done later, and leaves their place', async () => {
  stopTime()
  const { done, add, finish } = await occupy()
  const [early, alsoEarly] = [add('ana 1', ANA), add('ana 2', ANA)]
  vi.advanceTimersByTime(LIMITS.waitMs)
  expect(await Promise.all([early, alsoEarly])).toEqual(['BUSY', 'BUSY'])
  const late = add('ana 3', ANA)
  finish()
  await late
  expect(done).toEqual(['ana 3'])
})

it('[OP44] work that takes too long passes its turn on, and its caller is not told that it is undone', async () => {
  stopTime()
  const { runExclusive, done, add, finish, occupied } = await occupy({ ...LIMITS, waitMs: 60_000 })
  const refusal = expect(occupied).rejects.toThrow(Undecided)
  const next = add('ana 1', ANA)
  vi.advanceTimersByTime(LIMITS.workMs)
  await Promise.all([refusal, next])
  expect(done).toEqual(['ana 1'])
  // What ends late takes nobody's turn.
  const held = Promise.withResolvers<void>()
  const busy = runExclusive(() => held.promise)
  const after = add('ben 1', BEN)
  finish()
  await setImmediate()
  expect(done).toEqual(['ana 1'])
  held.resolve()
  await Promise.all([busy, after])
  expect(done).toEqual(['ana 1', 'ben 1'])
})

it('[OP44] a failure is its caller’s alone', async () => {
  const runExclusive = createSerialQueue(LIMITS)
  const failed = runExclusive(() => Promise.reject(new Error('mine')), ANA)
  const next = runExclusive(async () => 'done', BEN)
  await expect(failed).rejects.toThrow('mine')
  expect(await next).toBe('done')
})

/** A queue that is at work until it is finished, and the batches that were carried out. */
async function occupyBatches(maxBatch = 64) {
  const batches: string[][] = []
  const carryOut = async (items: string[]) => {
    batches.push(items)
    return items.map(
      (item): PromiseSettledResult<string> =>
        item === 'bad'
          ? { status: 'rejected', reason: new Error(item) }
          : { status: 'fulfilled', value: item },
    )
  }
  const queue = createBatchQueue(carryOut, { limits: { ...LIMITS, waiting: 100 }, maxBatch })
  const held = Promise.withResolvers<void>()
  const occupied = queue.runExclusive(() => held.promise)
  return { ...queue, batches, finish: held.resolve, occupied }
}

it('[CH861] items that wait are carried out together, in the order of their turns', async () => {
  const { add, batches, finish } = await occupyBatches(3)
  const all = [add('ana 1', ANA), add('ana 2', ANA), add('ben 1', BEN), add('carla 1', CARLA)]
  finish()
  expect(await Promise.all(all)).toEqual(['ana 1', 'ana 2', 'ben 1', 'carla 1'])
  expect(batches).toEqual([['ana 1', 'ben 1', 'carla 1'], ['ana 2']])
})

it('[CH861] work between items is done between them', async () => {
  const { add, runExclusive, batches, finish } = await occupyBatches()
  const all = [
    add('ana 1', ANA),
    runExclusive(async () => void batches.push(['work']), BEN),
    add('carla 1', CARLA),
  ]
  finish()
  await Promise.all(all)
  expect(batches).toEqual([['ana 1'], ['work'], ['carla 1']])
})

it('[CH861] an item’s failure is its own; when all fail, the next are carried out', async () => {
  const { add, batches, finish } = await occupyBatches()
  const results = Promise.allSettled([add('good', ANA), add('bad', BEN)])
  finish()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(batches).toHaveLength(1)
  const failing = createBatchQueue(() => Promise.reject(new Error('away')), { limits: LIMITS })
  await expect(failing.add('one', ANA)).rejects.toThrow('away')
  await expect(failing.add('two', ANA)).rejects.toThrow('away')
})

it('[OP44] an item that has waited for long is refused, and is not carried out later', async () => {
  stopTime()
  const { add, batches, finish } = await occupyBatches()
  const early = expect(add('ana 1', ANA)).rejects.toMatchObject({ code: 'BUSY' })
  vi.advanceTimersByTime(LIMITS.waitMs)
  await early
  const late = add('ana 2', ANA)
  finish()
  await late
  expect(batches).toEqual([['ana 2']])
})
