import { describe, expect, test } from 'vitest'
import { sectionAt } from './use-section-in-view.ts'

const TOPS = [100, 500, 900, 1_100, 1_200]
const at = (scrolled: number) => sectionAt(TOPS, scrolled, 800, 1_400)

describe('the part that is being read', () => {
  test('[SH54] it is the first at the top, the last at the end, and each in turn between', () => {
    expect([0, 200, 300, 400, 480, 550, 600].map(at)).toEqual([0, 0, 1, 2, 3, 4, 4])
  })

  test('[SH54] where nothing scrolls it is the first', () => {
    expect(sectionAt(TOPS, 0, 1_400, 1_400)).toBe(0)
  })
})
