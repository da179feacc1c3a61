import { expect, it } from 'vitest'
import { createWakingClock } from './waking-clock.ts'

it('[FT8] time passes while it is asked every second, and hardly while nobody could ask', () => {
  let nowMs = 1_000
  const now = createWakingClock(() => nowMs)
  for (let second = 0; second < 60; second += 1) {
    nowMs += 1_000
    now()
  }
  expect(now()).toBe(61_000)
  nowMs += 60_000
  expect(now()).toBe(63_000)
  nowMs += 500
  expect(now()).toBe(63_500)
})
