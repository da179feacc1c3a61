import { describe, expect, it } from 'vitest'
import { reconnectDelayMs } from '../../../lib/reconnect-delay.ts'
import { comesBackAfter } from './backoff.ts'

describe('reconnect delay', () => {
  it('[DJ1] doubles from one second and stops at thirty', () => {
    const delays = [1, 2, 3, 4, 5, 6, 20].map((attempt) => reconnectDelayMs(attempt, () => 0))
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000])
  })

  it('[DJ1] adds up to one second of jitter, inside the cap', () => {
    expect(reconnectDelayMs(1, () => 1)).toBe(2000)
    expect(reconnectDelayMs(6, () => 1)).toBe(30000)
  })
})

describe('close codes', () => {
  it('[DJ2] comes back after every code but 1000, 1001 and 4xxx', () => {
    expect([1005, 1006, 1009, 1011, 1012, 1013].every(comesBackAfter)).toBe(true)
    expect([1000, 1001, 4000, 4001, 4002, 4003, 4400, 4999].some(comesBackAfter)).toBe(false)
  })
})
