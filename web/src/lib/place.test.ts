import { describe, expect, test } from 'vitest'
import { placeBy } from './place.ts'

const PHONE = { width: 360, height: 640 }
const button = { left: 300, top: 8, width: 44, height: 44 }

describe('floating boxes', () => {
  test('[SH37] stand below their button, on the side that was asked for', () => {
    const size = { width: 100, height: 50 }
    expect(placeBy(button, size, PHONE, 'end')).toEqual({ left: 244, top: 58 })
    expect(placeBy({ ...button, left: 100 }, size, PHONE, 'start').left).toBe(100)
    expect(placeBy({ ...button, left: 100 }, size, PHONE, 'center').left).toBe(72)
  })

  test('[SH37] stand above where there is no room below, but never off the top', () => {
    const low = { ...button, top: 600 }
    expect(placeBy(low, { width: 100, height: 50 }, PHONE, 'end').top).toBe(544)
    expect(placeBy(low, { width: 100, height: 630 }, PHONE, 'end').top).toBe(650)
  })

  test('[SH37] keep 8 px from the edges', () => {
    expect(placeBy(button, { width: 344, height: 50 }, PHONE, 'end').left).toBe(8)
    expect(placeBy(button, { width: 100, height: 50 }, PHONE, 'start').left).toBe(252)
  })
})
