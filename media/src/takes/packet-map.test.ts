import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NumberRanges } from './number-ranges.ts'
import { appendRun, countOf, firstOf, type MapLine, type MapRun, mapLine, readMap } from './packet-map.ts'

const TAKE = '0b9d6bb6-2b1e-4a53-9f2c-6c5a3d1f7e10'
const LINES: MapLine[] = [
  { type: 'take', takeId: TAKE, userId: 7, from: 3, after: null },
  { type: 'take', takeId: TAKE, userId: 7, from: 0, after: { takeId: TAKE, packets: 12 } },
  {
    type: 'pages',
    sequence: 2,
    runs: [
      { kind: 'take', takeId: TAKE, number: 3, count: 5 },
      { kind: 'silence', count: 2 },
    ],
  },
  { type: 'withheld', takeId: TAKE, number: 8, count: 5 },
]

it('[RE40] a map is read as it was written, and without its last line where that is cut at any byte', () => {
  const text = LINES.map(mapLine).join('')
  expect(readMap(text)).toMatchObject(LINES)
  const lengths = LINES.map(
    (_, index) =>
      LINES.slice(0, index + 1)
        .map(mapLine)
        .join('').length,
  )
  for (let end = 0; end < text.length; end++) {
    // The line break may be missing.
    const whole = lengths.filter((length) => length - 1 <= end).length
    expect(readMap(text.slice(0, end))).toMatchObject(LINES.slice(0, whole))
  }
})

it('[RE40] lines that are none of ours are left out', () => {
  const junk = [
    'null',
    '[]',
    '7',
    '{"page":-1,"runs":[]}',
    '{"page":1,"runs":[["silence"]]}',
    '{"take":1}',
    '\0',
  ]
  expect(readMap([...junk, mapLine(LINES[3] ?? expect.fail())].join('\n'))).toMatchObject(LINES.slice(3))
})

it('[RE40] runs that go on are one, and can be cut anywhere', () => {
  const runs: MapRun[] = []
  for (const number of [4, 5, 6, 9]) appendRun(runs, { kind: 'take', takeId: TAKE, number, count: 1 })
  for (let times = 0; times < 3; times++) appendRun(runs, { kind: 'silence', count: 1 })
  expect(runs.map(({ count }) => count)).toEqual([3, 1, 3])
  for (let count = 0; count < 10; count++) expect(countOf(firstOf(runs, count))).toBe(Math.min(count, 7))
})

it('[RE40] numbers are a set, in whichever order they come', () => {
  const pair = fc.tuple(fc.nat(60), fc.nat(9))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), (added) => {
      const ranges = new NumberRanges()
      const numbers = new Set<number>()
      for (const [from, count] of added) {
        ranges.add(from, from + count)
        for (let number = from; number < from + count; number++) numbers.add(number)
      }
      for (let number = 0; number < 80; number++) {
        expect(ranges.has(number)).toBe(numbers.has(number))
        let end = number
        while (numbers.has(end)) end++
        expect(ranges.endOf(number)).toBe(end)
      }
      const all = ranges.all()
      for (const [index, { from }] of all.slice(1).entries())
        expect(from).toBeGreaterThan(all[index]?.to ?? 0)
    }),
  )
})
