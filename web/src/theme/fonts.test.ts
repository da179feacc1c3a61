import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('fonts.css', import.meta.url), 'utf8')
const LATIN =
  'U+20-7E, U+A0-FF, U+131, U+152-153, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+20AC'
const SOFT_HYPHEN = 0xad

/** The code points of each file. */
const faces = [...css.matchAll(/url\("\.\/fonts\/([\w-]+)\.woff2"\)[^}]*unicode-range:\s*([^;]+);/g)].map(
  ([, file = '', ranges = '']) => ({ file, points: pointsOf(ranges) }),
)

function pointsOf(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-')
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index)
  })
}

test.each(['bricolage-grotesque', 'figtree'])(
  '[SH642] the files of %s have all of Latin, and of two that have a letter the usual one counts',
  (family) => {
    const own = faces.filter(({ file }) => file.startsWith(family))
    expect(own.map(({ file }) => file)).toEqual([`${family}-rare`, `${family}-usual`])
    const points = own.flatMap((face) => face.points)
    const missing = pointsOf(LATIN).filter((point) => !points.includes(point))
    expect(missing.filter((point) => point !== SOFT_HYPHEN)).toEqual([])
  },
)

test('[SH642] usual letters are in the first file', () => {
  const usual = faces.filter(({ file }) => file.endsWith('-usual'))
  expect(usual).toHaveLength(2)
  const text = 'What’s next, Señor Dela Peña? “Harana Hour” — 8:00 PM – 9:00 PM · Saying…'
  for (const { points } of usual)
    expect([...text].filter((character) => !points.includes(character.codePointAt(0) ?? 0))).toEqual([])
})
