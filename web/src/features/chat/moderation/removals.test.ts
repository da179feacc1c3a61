import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Removable, Removals, UNDO_MS } from './removals.ts'

const message = (id: number, name = 'Ana Cruz'): Removable => ({ id, sender: { name } })

/** Removals of a test, whose station answers when it is told to. */
function open(answer: () => Promise<void> = async () => undefined) {
  const seen = { sent: [] as number[], waiting: [] as number[], removed: 0, refused: [] as number[] }
  const removals = new Removals({
    send: (id) => {
      seen.sent.push(id)
      return answer()
    },
    onWaiting: (waiting) => {
      seen.waiting = waiting.map(({ id }) => id)
    },
    onRemoved: () => {
      seen.removed += 1
    },
    onRefused: ({ id }) => seen.refused.push(id),
  })
  return { removals, seen, stateOf: (id: number) => removals.states.get().get(id) }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('removing a message', () => {
  test('[MV1] the station hears of it after five seconds', async () => {
    const { removals, seen, stateOf } = open()
    removals.remove(message(1))
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
    expect([seen.sent, seen.waiting, stateOf(1)]).toEqual([[], [1], 'waiting'])
    await vi.advanceTimersByTimeAsync(1)
    expect([seen.sent, seen.waiting, stateOf(1), seen.removed]).toEqual([[1], [], undefined, 1])
  })

  test('[MV1] what is kept in time was never removed', async () => {
    const { removals, seen, stateOf } = open()
    for (const id of [1, 2, 3]) removals.remove(message(id))
    removals.keep(2)
    expect([seen.waiting, stateOf(2)]).toEqual([[1, 3], undefined])
    removals.keepAll()
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS)
    expect([seen.sent, seen.waiting, removals.states.get().size]).toEqual([[], [], 0])
  })

  test('[MV1] each message has its own five seconds, so that a flood of them is no shelter', async () => {
    const { removals, seen } = open()
    removals.remove(message(1))
    await vi.advanceTimersByTimeAsync(3_000)
    removals.remove(message(2))
    removals.remove(message(1))
    await vi.advanceTimersByTimeAsync(2_000)
    expect([seen.sent, seen.waiting]).toEqual([[1], [2]])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(seen.sent).toEqual([1, 2])
  })

  test('[MV2] a grave one goes at once, once, also when it waits', async () => {
    const { removals, seen, stateOf } = open()
    removals.removeNow(message(1))
    removals.remove(message(2))
    removals.removeNow(message(2))
    removals.removeNow(message(2))
    removals.remove(message(1))
    removals.keep(1)
    expect([stateOf(1), stateOf(2)]).toEqual(['sent', 'sent'])
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS)
    expect([seen.sent, stateOf(1), stateOf(2)]).toEqual([[1, 2], undefined, undefined])
  })

  test('[MV3] what the station refuses comes back, and may be tried again', async () => {
    const { removals, seen, stateOf } = open(() => Promise.reject(new Error('away')))
    removals.removeNow(message(1))
    await vi.advanceTimersByTimeAsync(0)
    expect([seen.refused, stateOf(1), seen.removed]).toEqual([[1], undefined, 0])
    removals.remove(message(1))
    expect(stateOf(1)).toBe('waiting')
    removals.keepAll()
  })

  test('[MV4] whoever leaves the page meant it: what waits is sent', () => {
    const { removals, seen } = open()
    removals.remove(message(1))
    removals.remove(message(2))
    removals.close()
    removals.close()
    expect([seen.sent, vi.getTimerCount()]).toEqual([[1, 2], 0])
  })
})
