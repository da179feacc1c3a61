import { expect, test } from 'vitest'
import { banWords, endOf, termOf, untilDay, untilWords } from './ban-term.ts'

const NOW = new Date('2026-11-20T07:32:00.000Z')

test('[SH67] the usual terms and one’s own', () => {
  expect(termOf('week', '', 'DAYS')).toEqual({ unit: 'WEEKS', amount: 1 })
  expect(termOf('permanent', '', 'DAYS')).toEqual({ unit: 'PERMANENT', amount: 1 })
  expect(termOf('other', ' 3 ', 'YEARS')).toEqual({ unit: 'YEARS', amount: 3 })
  expect(termOf('other', '1000', 'DAYS')).toEqual({ unit: 'DAYS', amount: 1000 })
})

test.each(['', '0', '1001', '-1', '1.5', '1e2', 'x'])('[SH67] "%s" is no length of a ban', (amount) => {
  expect(termOf('other', amount, 'DAYS')).toBeUndefined()
})

test.each([
  [{ unit: 'DAYS', amount: 1 }, 'until Nov 21, 2026, 3:32 PM'],
  [{ unit: 'WEEKS', amount: 2 }, 'until Dec 04, 2026, 3:32 PM'],
  [{ unit: 'YEARS', amount: 1 }, 'until Nov 20, 2027, 3:32 PM'],
  [{ unit: 'PERMANENT', amount: 1 }, 'permanently'],
] as const)('[SH67] %o ends %s, by the clock of Manila', (term, words) => {
  expect(untilWords(endOf(term, NOW))).toBe(words)
})

test('[SH67] the ban of an account in words', () => {
  const banned = { banned: true, bannedUntil: '2026-11-21T07:32:00.000Z' }
  expect(banWords(banned)).toBe('until Nov 21, 2026, 3:32 PM')
  expect(untilDay(banned)).toBe('until Nov 21, 2026')
  expect(banWords({ banned: true, bannedUntil: null })).toBe('permanently')
  expect(banWords({ banned: false, bannedUntil: null })).toBe('')
})
