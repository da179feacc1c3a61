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
  // The clock runs on meanwhile, on either side.
  expect(Math.abs(result.current.getTime() - before - HOUR_MS)).toBeLessThan(5_000)
})
