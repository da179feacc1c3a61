import { describe, expect, it } from 'vitest'
import { formatDecibels, levelVerdict, METER_FLOOR_DB, meterPosition, toDecibels } from './decibels.ts'

describe('decibels', () => {
  it('[DJ9] a tone of -3 dBFS reads -3', () => {
    expect(toDecibels(10 ** (-3 / 20))).toBeCloseTo(-3, 6)
    expect(toDecibels(1)).toBe(0)
    expect(toDecibels(0.5)).toBeCloseTo(-6.02, 2)
  })

  it('[DJ9] silence and nonsense rest on the floor', () => {
    expect([0, -1, Number.NaN, 1e-9].map(toDecibels)).toEqual(Array(4).fill(METER_FLOOR_DB))
  })

  it('[DJ9] the bar runs from empty to full and never past', () => {
    expect([-90, -60, 0, 6].map(meterPosition)).toEqual([0, 0, 1, 1])
    expect(meterPosition(-18)).toBeCloseTo(0.4)
    expect(meterPosition(-6)).toBeGreaterThan(meterPosition(-12))
  })

  it('[DJ9] levels are said in words', () => {
    expect([-40, -21, -6, -1].map((level) => levelVerdict(level).text)).toEqual([
      'Very quiet',
      'A little quiet',
      'Good level',
      'Loud',
    ])
    expect(formatDecibels(-6.3)).toBe('−6')
    expect(formatDecibels(-0.2)).toBe('0')
  })
})
