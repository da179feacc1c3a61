import { expect, it } from 'vitest'
import { readFrom } from './rewind-request.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')

it.each([
  [undefined, null],
  ['0', null],
  ['0.0', null],
  ['90', NOW - 90_000],
  ['0.5', NOW - 500],
  ['99999999', NOW - 99_999_999_000],
  ['2026-11-20T15:00:00Z', NOW],
  ['2026-11-20T15:30:00+01:00', NOW - 1_800_000],
  ['1970-01-01T00:00:00Z', 0],
])('[RW9] from=%s is understood', (asked, atMs) => {
  expect(readFrom(asked, NOW)).toBe(atMs)
})

it.each([
  ...['', 'NaN', 'Infinity', '-1', '+1', '1e3', '0x10', ' 1', '1 ', '١', '1,5', '9999999999'],
  ...['yesterday', '2026-11-20', '2026-11-20T15:00:00', '2026-02-30T00:00:00Z', '2026-11-20T15:00:01Z'],
  ...['9999-12-31T23:59:59Z', '2026-11-20T15:00:00Z; rm', '\u0000', '1'.repeat(5_000)],
  ['1', '2'],
  { a: '1' },
  5,
  null,
])('[RW9] from=%j is refused', (asked) => {
  expect(() => readFrom(asked, NOW)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})
