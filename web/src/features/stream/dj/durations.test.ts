import { describe, expect, it } from 'vitest'
import { formatCountdown, formatElapsed, formatSpan } from './durations.ts'

describe('time on air', () => {
  it('[DJ27] the clock on air reads hours, minutes, seconds', () => {
    expect([0, 999, 61_000, 5_528_000, 360_000_000, -5].map(formatElapsed)).toEqual([
      '00:00:00',
      '00:00:00',
      '00:01:01',
      '01:32:08',
      '100:00:00',
      '00:00:00',
    ])
  })

  it('[DJ104] what is left of a test reads minutes and seconds, and never less than nothing', () => {
    expect([900_000, 872_000, 60_001, 59_000, 1, 0, -5_000].map(formatCountdown)).toEqual([
      '15:00',
      '14:32',
      '1:01',
      '0:59',
      '0:01',
      '0:00',
      '0:00',
    ])
  })

  it('[DJ27] spans are said as people say them', () => {
    expect([40_000, 60_000, 200_000, 3_600_000, 5_528_000].map(formatSpan)).toEqual([
      '40 s',
      '1 min',
      '3 min',
      '1 h',
      '1 h 32 min',
    ])
  })
})
