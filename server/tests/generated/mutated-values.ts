import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from './document.ts'

/** Values that break programs, whatever was asked for. */
const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff tail',
  '\u202e\u0000\ufeff',
  'é'.repeat(1_000),
  '😀'.repeat(300),
  'Z̷̧̘a̴l̸g̶o̵'.repeat(20),
  "'; DROP TABLE users; --",
  '$1',
  '%s%n%x',
  '{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  -1,
  -0,
  0.1,
  1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  'NaN',
  'Infinity',
  '1e3',
  '0x10',
  '٣',
  '0000-00-00',
  '0000-01-01T00:00:00.000',
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01',
  '2026-02-29',
  '2026-02-30T25:61:00.000',
  '2026-11-20T15:00:60Z',
  '2026-11-20T15:00:00+14:00',
  '9999-12-31T23:59:59.999',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  [],
  [[[[[]]]]],
  [null],
  {},
  { '': '' },
  { length: 1e9 },
  { toString: null, valueOf: 1 },
  { toJSON: 'x' },
]

/** Values that are wrong for a schema, or right by a hair. */
export function bentValues(schema: Schema): Arbitrary<unknown> {
  const edges = edgesOf(schema)
  const any = fc.oneof(
    fc.constantFrom(...NASTY),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.integer({ min: 10, max: 60 }).map(nested),
  )
  return edges.length === 0 ? any : fc.oneof({ arbitrary: fc.constantFrom(...edges), weight: 2 }, any)
}

/** Just below, at and just above each limit that the schema names. */
function edgesOf(schema: Schema): unknown[] {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems, items } = schema
  const numbers = [minimum, exclusiveMinimum, maximum].filter((limit) => limit !== undefined)
  const lengths = [minLength, maxLength].filter((limit) => limit !== undefined)
  const sizes = [minItems, maxItems].filter((limit) => limit !== undefined)
  const example = items?.type === 'string' ? 'same' : 1
  return [
    ...(schema.anyOf ?? []).flatMap(edgesOf),
    ...numbers.flatMap((limit) => [limit - 1, limit, limit + 1, String(limit), limit + 0.5]),
    ...lengths.flatMap((length) => around(length).flatMap((one) => textsOf(one))),
    ...sizes.flatMap((size) => around(size).map((one) => Array(one).fill(example))),
    ...(schema.enum ?? []).flatMap((one) => (typeof one === 'string' ? [one.toLowerCase(), `${one} `] : [])),
    ...(schema.type === 'array' ? [example] : [[example], [example, example]]),
  ]
}

const around = (limit: number) => [limit - 1, limit, limit + 1].filter((length) => length >= 0)
/** A pair of surrogates is one character to people and two to JavaScript. */
const textsOf = (length: number) => ['x'.repeat(length), ' '.repeat(length), '😀'.repeat(length)]

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { in: value }
  return value
}
