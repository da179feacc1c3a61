import { expect, test } from 'vitest'
import { aUser } from '../../../testing/user.ts'
import { peopleCsv } from './people-csv.ts'

const HEADS = 'Name,Email,Role,Joined,Joined (Manila),Status\r\n'

test('[SH69] a row says what the table says, moments as ISO and as the clock of Manila', () => {
  const ana = aUser({ role: 'DJ', createdAt: '2026-11-20T17:05:00.000Z' })
  expect(peopleCsv([ana])).toBe(
    `\uFEFF${HEADS}Ana Cruz,ana@campus.example,DJ,2026-11-20T17:05:00.000Z,"Nov 21, 2026, 1:05 AM",Active\r\n`,
  )
})

test('[SH69] the bytes begin with the mark of UTF-8', () => {
  expect([...new TextEncoder().encode(peopleCsv([])).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('[SH69] a ban says until when', () => {
  const banned = aUser({ banned: true, bannedUntil: '2026-11-27T07:32:00.000Z' })
  expect(peopleCsv([banned])).toContain('"Banned until Nov 27, 2026, 3:32 PM"\r\n')
})

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', `'+1`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['＝1', `'＝1`],
  ['Cruz, "Ana"', '"Cruz, ""Ana"""'],
  ['Ana\nCruz', '"Ana\nCruz"'],
  ['Peña', 'Peña'],
])('[SH69] the name %j is written %s and runs nothing', (name, cell) => {
  expect(peopleCsv([aUser({ name })]).startsWith(`\uFEFF${HEADS}${cell},ana@`)).toBe(true)
})
