import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseCsv } from '../../tests/support/csv.ts'
import { csvLine } from './csv.ts'

const TRIGGERS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '|', '%', '−', '﹦']
const FORMULA = /^[=+\-@|%＝＋－＠﹦﹢﹣﹫−\t\r\n]/

it('[CH24] every cell comes back as it was, or with an apostrophe in front', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a"b', 'a,b', 'a\r\nb', ''),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
      const parsed = parseCsv(rows.map(csvLine).join(''))
      expect(parsed.map((cells) => cells.length)).toEqual(rows.map(() => 3))
      for (const [row, cells] of parsed.entries())
        for (const [at, text] of cells.entries()) {
          const written = rows[row]?.[at] ?? ''
          expect([written, `'${written}`]).toContain(text)
        }
    }),
  )
})

it('[CH24] no cell begins a formula, whatever is passed over before it', () => {
  const before = fc.stringMatching(/^[ \u00a0\u3000\u200b\ufeff\u202e]*$/)
  fc.assert(
    fc.property(before, fc.constantFrom(...TRIGGERS), fc.string(), (blank, trigger, rest) => {
      const [[text = ''] = []] = parseCsv(csvLine([blank + trigger + rest]))
      expect(text.replace(/^[\s\p{C}]+/u, '')).not.toMatch(FORMULA)
      expect(text).toBe(`'${blank}${trigger}${rest}`)
    }),
  )
})

it('[CH24] other text has no apostrophe put in front', () => {
  expect(csvLine(['Ana Cruz', '3 + 4', 'a=b', '"so"'])).toBe('"Ana Cruz","3 + 4","a=b","""so"""\r\n')
})
