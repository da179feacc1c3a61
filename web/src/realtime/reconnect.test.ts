import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEPLOYED, LOCAL } from '../api/settings.ts'
import { maxAttempts, waitMs } from './reconnect.ts'

const waitState = { isOnline: true, random: () => 0, ladder: DEPLOYED } as const

test('[RC6] a websocket waits 1 s, doubled each time up to 30 s, and up to 1 s longer', () => {
  const waits = [1, 2, 3, 4, 5, 6, 15].map((attempt) =>
    waitMs({ ...waitState, attempt, transport: 'websocket' }),
  )
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(waitMs({ ...waitState, attempt: 1, transport: 'websocket', random: () => 1 })).toBe(2_000)
})

test('[RC6] SockJS waits and gives up as the deployment says', () => {
  const wait = (ladder: typeof LOCAL, random: () => number) =>
    waitMs({ ...waitState, attempt: 3, transport: 'sockjs', ladder, random })
  expect([wait(DEPLOYED, () => 0), wait(DEPLOYED, () => 1)]).toEqual([5_000, 7_000])
  expect([wait(LOCAL, () => 0), wait(LOCAL, () => 1)]).toEqual([3_000, 4_000])
  expect([maxAttempts('sockjs', DEPLOYED), maxAttempts('sockjs', LOCAL)]).toEqual([10, 5])
  expect(maxAttempts('websocket', DEPLOYED)).toBe(15)
})

test('[RC6] no wait is shorter than a second or longer than half a minute', () => {
  const anyState = fc.record({
    attempt: fc.integer({ min: 1, max: 1_000 }),
    transport: fc.constantFrom('websocket' as const, 'sockjs' as const),
    isOnline: fc.boolean(),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
    ladder: fc.constantFrom(DEPLOYED, LOCAL),
  })
  fc.assert(
    fc.property(anyState, ({ chance, ...rest }) => {
      const wait = waitMs({ ...rest, random: () => chance })
      return wait >= 1_000 && wait <= 30_000
    }),
  )
})
