import { HOUR_MS } from '@carillon/contract/durations'
import { afterEach, expect, it, vi } from 'vitest'
import { createWorkerTimers } from './timers.ts'

afterEach(() => vi.useRealTimers())

it.each([HOUR_MS, -HOUR_MS])(
  '[DJ502] a machine clock that is set by %d ms does not move the clock of the show',
  (jumpMs) => {
    const timers = createWorkerTimers({ addEventListener: () => {} } as unknown as Worker)
    const before = timers.now()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
    expect(Math.abs(Date.now() - before)).toBeGreaterThan(HOUR_MS / 2)
    expect(Math.abs(timers.now() - before)).toBeLessThan(HOUR_MS / 2)
  },
)
