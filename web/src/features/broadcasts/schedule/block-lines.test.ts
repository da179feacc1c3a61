import { expect, test } from 'vitest'
import { linesOf, rowsOf } from './block-lines.ts'

test('[SC821] a time of one’s own with its day has two rows, every other line one', () => {
  const long = linesOf([false, '6:00 AM – 8:00 AM', 'your time Thu, 10:30 PM', 'Mikael Reyes'])
  expect(long.map(({ rows }) => rows)).toEqual([1, 2, 1])
  expect(long[1]?.text).toBe('your time Thu, 10:30\u00a0PM')
  expect(rowsOf(long)).toBe(4)
  expect(linesOf([null, 'your time 10:30 PM', 'A very long name of a DJ']).map(({ rows }) => rows)).toEqual([
    1, 1,
  ])
})
