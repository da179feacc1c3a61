import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountdown } from './use-countdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('[SH22] a wait counts down to zero by the clock, however long the tab slept', () => {
  const { result } = renderHook(useCountdown)
  expect(result.current[0]).toBe(0)
  act(() => result.current[1](30))
  expect(result.current[0]).toBe(30)
  act(() => vi.advanceTimersByTime(1_000))
  expect(result.current[0]).toBe(29)
  vi.setSystemTime(Date.now() + 20_000)
  act(() => vi.advanceTimersByTime(1_000))
  expect(result.current[0]).toBe(8)
  act(() => vi.advanceTimersByTime(60_000))
  expect(result.current[0]).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
