import { expect, it } from 'vitest'
import { secondsToRest, secondsToWait, slowModeSentence } from './slow-mode.ts'

const LAST = new Date('2026-11-20T07:00:00Z')
const at = (ms: number) => LAST.getTime() + ms

it.each([
  [0, 10],
  [1, 10],
  [9_000, 1],
  [9_999, 1],
  [10_000, 0],
  [60_000, 0],
  [-9_000, 10],
])('[CH4] %s ms after the last message %s s are left of ten', (ms, left) => {
  expect(secondsToWait({ isSlow: true, seconds: 10, last: LAST }, at(ms))).toBe(left)
})

it('[FT3] a last message from before the clock was set back holds nobody up', () => {
  expect(secondsToWait({ isSlow: true, seconds: 10, last: LAST }, at(-60_000))).toBe(0)
  expect(secondsToRest(LAST, at(-3_600_000))).toBe(0)
})

it('[CH4] nobody waits before a first message, without slow mode, or for 0 s', () => {
  expect(secondsToWait({ isSlow: true, seconds: 10, last: null }, at(0))).toBe(0)
  expect(secondsToWait({ isSlow: false, seconds: 10, last: LAST }, at(0))).toBe(0)
  expect(secondsToWait({ isSlow: true, seconds: 0, last: LAST }, at(0))).toBe(0)
})

it('[CH4] the seconds are told in words', () => {
  expect(slowModeSentence(7)).toBe('Slow mode is on. You can write again in 7 s.')
})
