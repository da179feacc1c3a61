import { expect, it } from 'vitest'
import { createAttempts } from './sliding-window-limiter.ts'

const MINUTE_MS = 60_000

function setUp(maxKeys?: number) {
  const clock = { ms: 0, now: () => clock.ms }
  return { clock, attempts: createAttempts(clock, maxKeys) }
}

it('[AU6] attempts beyond the limit wait until the oldest has left the window', () => {
  const { clock, attempts } = setUp()
  const counted = [{ key: 'a', limit: 2, windowMs: 10 * MINUTE_MS }]
  expect(attempts.take(counted)).toEqual({ ok: true })
  clock.ms = MINUTE_MS
  expect(attempts.take(counted)).toEqual({ ok: true })
  expect(attempts.take(counted)).toEqual({ ok: false, retryAfterSeconds: 9 * 60 })
  clock.ms = 10 * MINUTE_MS
  expect(attempts.take(counted)).toEqual({ ok: true })
  expect(attempts.take(counted)).toEqual({ ok: false, retryAfterSeconds: 60 })
})

it('[FT3] attempts from before the clock was set back count no more', () => {
  const { clock, attempts } = setUp()
  const counted = [{ key: 'a', limit: 1, windowMs: 15 * MINUTE_MS }]
  clock.ms = 60 * MINUTE_MS
  attempts.take(counted)
  expect(attempts.take(counted).ok).toBe(false)
  clock.ms = 0
  expect(attempts.take(counted)).toEqual({ ok: true })
  expect(attempts.take(counted)).toEqual({ ok: false, retryAfterSeconds: 15 * 60 })
})

it('[AU6] an attempt that one limit refuses counts for none', () => {
  const { attempts } = setUp()
  const narrow = { key: 'narrow', limit: 1, windowMs: MINUTE_MS }
  const wide = { key: 'wide', limit: 2, windowMs: MINUTE_MS }
  attempts.take([narrow, wide])
  for (let n = 0; n < 5; n++) expect(attempts.take([narrow, wide]).ok).toBe(false)
  expect(attempts.take([wide]).ok).toBe(true)
})

it('[AU6] a success is no failure', () => {
  const { attempts } = setUp()
  const counted = [{ key: 'a', limit: 1, windowMs: MINUTE_MS }]
  for (let n = 0; n < 5; n++) {
    expect(attempts.take(counted).ok).toBe(true)
    attempts.forgive(counted)
  }
})

it('[AU6] however many keys are tried, memory holds so many and forgets the oldest', () => {
  const { attempts } = setUp(2)
  const one = (key: string) => attempts.take([{ key, limit: 1, windowMs: MINUTE_MS }]).ok
  expect([one('a'), one('b'), one('c')]).toEqual([true, true, true])
  expect([one('c'), one('a')]).toEqual([false, true])
})
