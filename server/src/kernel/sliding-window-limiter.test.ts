import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { expect, it } from 'vitest'
import { createSlidingWindowLimiter } from './sliding-window-limiter.ts'

function setUp(maxKeys?: number) {
  const clock = { ms: 0, now: () => clock.ms }
  return { clock, limiter: createSlidingWindowLimiter(clock, maxKeys) }
}

it('[AU6] attempts beyond the limit wait until the oldest has left the window', () => {
  const { clock, limiter } = setUp()
  const counted = [{ key: 'a', limit: 2, windowMs: 10 * MINUTE_MS }]
  expect(limiter.consume(counted)).toEqual({ ok: true })
  clock.ms = MINUTE_MS
  expect(limiter.consume(counted)).toEqual({ ok: true })
  expect(limiter.consume(counted)).toEqual({ ok: false, retryAfterSeconds: 9 * 60 })
  clock.ms = 10 * MINUTE_MS
  expect(limiter.consume(counted)).toEqual({ ok: true })
  expect(limiter.consume(counted)).toEqual({ ok: false, retryAfterSeconds: 60 })
})

it('[FT3] attempts from before the clock was set back count no more', () => {
  const { clock, limiter } = setUp()
  const counted = [{ key: 'a', limit: 1, windowMs: 15 * MINUTE_MS }]
  clock.ms = HOUR_MS
  limiter.consume(counted)
  expect(limiter.consume(counted).ok).toBe(false)
  clock.ms = 0
  expect(limiter.consume(counted)).toEqual({ ok: true })
  expect(limiter.consume(counted)).toEqual({ ok: false, retryAfterSeconds: 15 * 60 })
})

it('[AU6] an attempt that one limit refuses counts for none', () => {
  const { limiter } = setUp()
  const narrow = { key: 'narrow', limit: 1, windowMs: MINUTE_MS }
  const wide = { key: 'wide', limit: 2, windowMs: MINUTE_MS }
  limiter.consume([narrow, wide])
  for (let n = 0; n < 5; n++) expect(limiter.consume([narrow, wide]).ok).toBe(false)
  expect(limiter.consume([wide]).ok).toBe(true)
})

it('[AU6] a success is no failure', () => {
  const { limiter } = setUp()
  const counted = [{ key: 'a', limit: 1, windowMs: MINUTE_MS }]
  for (let n = 0; n < 5; n++) {
    expect(limiter.consume(counted).ok).toBe(true)
    limiter.refund(counted)
  }
})

it('[AU6] however many keys are tried, memory holds so many and forgets the oldest', () => {
  const { limiter } = setUp(2)
  const one = (key: string) => limiter.consume([{ key, limit: 1, windowMs: MINUTE_MS }]).ok
  expect([one('a'), one('b'), one('c')]).toEqual([true, true, true])
  expect([one('c'), one('a')]).toEqual([false, true])
})
