import { expect, test } from 'vitest'
import { lengthWords, sizeWords } from './library-words.ts'

test('[LB40] lengths are as on a clock, sizes in megabytes and gigabytes', () => {
  expect([400, 59_600, 187_000, 3_750_000].map(lengthWords)).toEqual(['0:00', '1:00', '3:07', '1:02:30'])
  expect([0, 3_565_158, 12 * 1024 ** 3].map(sizeWords)).toEqual(['0.0 MB', '3.4 MB', '12 GB'])
})
