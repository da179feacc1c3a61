import { expect, it } from 'vitest'
import { dueReplay, LEAST_MS, PUNCTUAL_MS, type Slot } from './due.ts'

const MINUTE_MS = 60_000
const slot = (id: number, fromMinute: number, minutes: number): Slot => ({
  id,
  broadcastId: id,
  startsAt: fromMinute * MINUTE_MS,
  endsAt: (fromMinute + minutes) * MINUTE_MS,
})
const SLOTS = [slot(1, 60, 30), slot(2, 90, 60)]
const at = (ms: number, over: readonly number[] = []) => {
  const due = dueReplay(SLOTS, ms, ({ id }) => over.includes(id))
  return due && [due.slot.id, due.fromMs]
}

it('[SP1] a replay is due from its minute to its end, and the next one from its own', () => {
  expect(at(60 * MINUTE_MS - 1)).toBeNull()
  expect(at(60 * MINUTE_MS)).toEqual([1, 0])
  expect(at(90 * MINUTE_MS)).toEqual([2, 0])
  expect(at(150 * MINUTE_MS)).toBeNull()
  expect(dueReplay([], 0, () => false)).toBeNull()
})

it('[SP2] it is joined at the place by the clock; one that is hardly late, from its beginning', () => {
  expect(at(60 * MINUTE_MS + PUNCTUAL_MS - 1)).toEqual([1, 0])
  expect(at(60 * MINUTE_MS + PUNCTUAL_MS)).toEqual([1, PUNCTUAL_MS])
  expect(at(80 * MINUTE_MS)).toEqual([1, 20 * MINUTE_MS])
})

it('[SP3] its last seconds are not begun any more, and what was played is over', () => {
  expect(at(90 * MINUTE_MS - LEAST_MS)).toEqual([1, 30 * MINUTE_MS - LEAST_MS])
  expect(at(90 * MINUTE_MS - LEAST_MS + 1)).toBeNull()
  expect(at(75 * MINUTE_MS, [1])).toBeNull()
})

it('[SP1] of two that overlap, as when a recording grew, the later one sounds', () => {
  const slots = [slot(1, 60, 45), slot(2, 90, 60)]
  expect(dueReplay(slots, 95 * MINUTE_MS, () => false)?.slot.id).toBe(2)
  expect(dueReplay(slots, 95 * MINUTE_MS, ({ id }) => id === 2)).toBeNull()
})
