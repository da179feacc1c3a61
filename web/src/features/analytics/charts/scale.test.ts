import { expect, test } from 'vitest'
import { axisTop, fractionOf, nearestIndex } from './scale.ts'

test.each([
  [0, 1],
  [1, 1],
  [3, 4],
  [5, 5],
  [6, 10],
  [10, 10],
  [11, 20],
  [230, 400],
  [999, 1000],
])('[WA4] an axis of numbers up to %d ends at %d', (greatest, top) => {
  expect(axisTop(greatest)).toBe(top)
})

test('[WA4] values stand in proportion, a lone one in the middle', () => {
  expect(fractionOf(15, 10, 20)).toBe(0.5)
  expect(fractionOf(20, 10, 20)).toBe(1)
  expect(fractionOf(7, 7, 7)).toBe(0.5)
})

test('[WA4] a pointer finds the value next to it', () => {
  expect(nearestIndex([0, 0.1, 1], 0.4)).toBe(1)
  expect(nearestIndex([0, 0.1, 1], 0.9)).toBe(2)
  expect(nearestIndex([], 0.5)).toBe(-1)
})
