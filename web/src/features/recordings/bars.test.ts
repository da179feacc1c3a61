import { describe, expect, test } from 'vitest'
import { barsOf } from './bars.ts'

describe('barsOf', () => {
  test('[WR8] the loudest part is full and the others stand beside it', () => {
    expect(barsOf([0.1, 0.1, 0.4, 0.4, 0.2, 0.2], 3)).toEqual([0.25, 1, 0.5])
  })

  test('[WR8] fewer heights than bars are each drawn several times', () => {
    expect(barsOf([0.2, 0.4], 4)).toEqual([0.5, 0.5, 1, 1])
  })

  test('[WR8] silence, noise and no heights at all are low bars', () => {
    expect(barsOf([0, 0], 2)).toEqual([0.05, 0.05])
    expect(barsOf([0.005], 1)).toEqual([0.25])
    expect(barsOf([], 2)).toEqual([0.05, 0.05])
  })
})
