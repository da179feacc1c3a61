import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type ChatLog,
  EMPTY_LOG,
  MAX_ENTRIES,
  trimmed,
  withAnswer,
  withMessages,
  withOlder,
  withoutMessage,
} from './chat-log.ts'
import { aMessage, messages } from './testing.ts'

const logOf = (ids: number[], hasOlder = false): ChatLog => ({
  ...withMessages(EMPTY_LOG, messages(...ids)),
  hasOlder,
})
const ids = ({ entries }: ChatLog) => entries.map(({ id }) => id)
const answer = (given: Partial<Answer>): Answer => ({
  messages: [],
  reachesStart: false,
  wholeUntilId: 0,
  addedMeanwhile: new Set(),
  removedMeanwhile: new Set(),
  keepsTrace: false,
  ...given,
})

describe('messages that are heard', () => {
  test('[CV1] stand in order and once, however they arrive', () => {
    const arrivals = fc.array(fc.array(fc.integer({ min: 1, max: 60 })), { maxLength: 20 })
    fc.assert(
      fc.property(arrivals, (parts) => {
        const log = parts.reduce((kept, part) => withMessages(kept, messages(...part)), EMPTY_LOG)
        const expected = [...new Set(parts.flat())].sort((one, other) => one - other)
        expect(ids(log)).toEqual(expected)
      }),
    )
  })

  test('[CV1] what is known already draws nothing anew', () => {
    const log = logOf([1, 2, 3])
    expect(withMessages(log, messages(2, 3))).toBe(log)
  })

  test('[CV1] what lies before the beginning is left to be loaded', () => {
    const log = logOf([10, 11], true)
    expect(ids(withMessages(log, messages(4, 12)))).toEqual([10, 11, 12])
  })

  test('[CV2] no more than 5,000 are kept', () => {
    const many = Array.from({ length: MAX_ENTRIES + 20 }, (_, index) => index + 1)
    const log = logOf(many)
    expect(log.entries.length).toBeLessThanOrEqual(MAX_ENTRIES)
    expect(log.entries.at(-1)?.id).toBe(MAX_ENTRIES + 20)
    expect(withMessages(EMPTY_LOG, messages(...many)).hasOlder).toBe(true)
    expect(trimmed(logOf([1, 2, 3]), 2)).toMatchObject({ hasOlder: true })
  })
})

test('[CV1] older messages come before the others, each once', () => {
  const log = withOlder(logOf([5, 6], true), messages(3, 4, 5), false)
  expect(ids(log)).toEqual([3, 4, 5, 6])
  expect(log.hasOlder).toBe(false)
})

test('[CV4] a removed message is gone for listeners and leaves a trace for who moderates', () => {
  expect(ids(withoutMessage(logOf([1, 2, 3]), 2, false))).toEqual([1, 3])
  const traced = withoutMessage(logOf([1, 2, 3]), 2, true)
  expect(traced.entries.map(({ isRemoved }) => isRemoved)).toEqual([undefined, true, undefined])
})

describe('after a gap', () => {
  test('[CV3] what came is there, and what was removed is not', () => {
    const log = logOf([5, 6, 7, 8], true)
    const next = withAnswer(log, answer({ messages: messages(6, 8, 9, 10), wholeUntilId: 8 }))
    expect(ids(next)).toEqual([5, 6, 8, 9, 10])
    expect(next.hasOlder).toBe(true)
  })

  test('[CV3] who moderates sees a trace of what was removed', () => {
    const answered = answer({ messages: messages(6, 8), wholeUntilId: 8, keepsTrace: true })
    const next = withAnswer(logOf([6, 7, 8], true), answered)
    expect(next.entries.map(({ id, isRemoved }) => [id, isRemoved])).toEqual([
      [6, undefined],
      [7, true],
      [8, undefined],
    ])
  })

  test('[CV3] a gap too long to fill leaves no hole: what is before it is loaded again', () => {
    const next = withAnswer(logOf([1, 2, 3]), answer({ messages: messages(50, 51), wholeUntilId: 3 }))
    expect(ids(next)).toEqual([50, 51])
    expect(next.hasOlder).toBe(true)
  })

  test('[CV3] what is heard while the answer is on its way counts after it', () => {
    const answered = answer({
      messages: messages(2, 3, 4),
      wholeUntilId: 3,
      addedMeanwhile: new Set([5]),
      removedMeanwhile: new Set([4]),
    })
    expect(ids(withAnswer(logOf([2, 3, 5], true), answered))).toEqual([2, 3, 5])
  })

  test('[CV3] what has not changed is the same object', () => {
    const log = logOf([1, 2])
    const next = withAnswer(log, answer({ messages: messages(1, 2), reachesStart: true, wholeUntilId: 2 }))
    expect(next.entries[1]).toBe(log.entries[1])
    const masked = [aMessage(1), aMessage(2, { content: '****' })]
    const changed = withAnswer(log, answer({ messages: masked, reachesStart: true, wholeUntilId: 2 }))
    expect(changed.entries[1]?.content).toBe('****')
  })

  test('[CV3] whatever was missed, the log is then what the station has', () => {
    const anyGap = fc.record({
      said: fc.uniqueArray(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 60 }),
      receivedUntil: fc.integer({ min: 0, max: 80 }),
      removed: fc.uniqueArray(fc.integer({ min: 1, max: 80 }), { maxLength: 20 }),
      limit: fc.integer({ min: 1, max: 80 }),
    })
    fc.assert(
      fc.property(anyGap, ({ said, receivedUntil, removed, limit }) => {
        const sorted = said.sort((one, other) => one - other)
        const received = sorted.filter((id) => id <= receivedUntil)
        const station = sorted.filter((id) => !removed.includes(id))
        const page = station.slice(-limit)
        const next = withAnswer(
          logOf(received),
          answer({
            messages: messages(...page),
            reachesStart: station.length <= limit,
            wholeUntilId: received.at(-1) ?? 0,
          }),
        )
        // In the range of the answer it is the station's; before it, it has at most what was there.
        const first = page[0] ?? 0
        expect(ids(next).filter((id) => id >= first)).toEqual(page)
        expect(
          ids(next)
            .filter((id) => id < first)
            .every((id) => received.includes(id)),
        ).toBe(true)
      }),
    )
  })
})
