import { HOUR_MS } from '@carillon/contract/durations'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stationClock } from './station-clock.ts'
import { useClock } from './use-clock.ts'

afterEach(() => {
  cleanup()
  stationClock.receive(Date.now())
})

test('[LS820] a browser whose clock is wrong shows the time of its station, as soon as that is heard of', () => {
  const { result } = renderHook(useClock)
  const before = result.current.getTime()
  act(() => stationClock.receive(Date.now() + HOUR_MS))
  const jump = result.current.getTime() - before
  expect(jump).toBeGreaterThanOrEqual(HOUR_MS)
  expect(jump).toBeLessThan(HOUR_MS + 5_000)
})
