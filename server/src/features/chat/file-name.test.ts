import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment } from './file-name.ts'

const DAY = '2026-11-20'

describe('the name of the exported file', () => {
  it.each([
    ['Harana Hour', 'Harana Hour 2026-11-20 chat.csv', 'Harana%20Hour%202026-11-20%20chat.csv'],
    ['Señor Niño', 'Senor Nino 2026-11-20 chat.csv', 'Se%C3%B1or%20Ni%C3%B1o%202026-11-20%20chat.csv'],
    ['夜', '2026-11-20 chat.csv', '%E5%A4%9C%202026-11-20%20chat.csv'],
    ['../etc/pass"wd', 'etc pass wd 2026-11-20 chat.csv', 'etc%20pass%20wd%202026-11-20%20chat.csv'],
    ["It's (live)*", 'Its live 2026-11-20 chat.csv', 'It%27s%20%28live%29%202026-11-20%20chat.csv'],
    [
      'a\r\nSet-Cookie: b',
      'a Set-Cookie b 2026-11-20 chat.csv',
      'a%20Set-Cookie%20b%202026-11-20%20chat.csv',
    ],
  ])('[CH25] of %s holds title and day', (title, plain, encoded) => {
    expect(attachment({ title, day: DAY })).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    )
  })

  it('[CH25] is a header that any title leaves whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (title) => {
        const header = attachment({ title, day: DAY })
        expect(header).toMatch(
          /^attachment; filename="[\w .-]+"; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+$/,
        )
        expect(decodeURIComponent(header.split("''")[1] ?? '')).toMatch(/2026-11-20 chat\.csv$/)
      }),
    )
  })
})
