import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from './document.ts'

const FORMATS: Record<string, Arbitrary<string>> = {
  email: fc.emailAddress({ size: 'small' }),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
}
/** Beyond this a valid value only costs time; the limits themselves are tried as bends. */
const MANY = 40

/** Values that a schema of the document says are right. Throws for a schema it does not know how to fill. */
export function valuesOf(schema: Schema): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  const make = schema.type === undefined ? () => fc.jsonValue({ maxDepth: 2 }) : BY_TYPE[schema.type]
  if (!make) throw new Error(`No values for ${JSON.stringify(schema)}`)
  return make(schema)
}

const BY_TYPE: Record<string, (schema: Schema) => Arbitrary<unknown>> = {
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: (schema) => fc.integer(boundsOf(schema)),
  number: (schema) => fc.double({ ...boundsOf(schema), noNaN: true }),
  string: textOf,
  array: ({ items = {}, minItems = 0, maxItems = MANY }) =>
    fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) }),
  object: ({ properties = {}, required = [] }) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one)])), {
      requiredKeys: [...required],
    }),
}

function textOf({ format, pattern, minLength = 0, maxLength = MANY }: Schema): Arbitrary<string> {
  const known = format && FORMATS[format]
  if (known) return known
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  const most = Math.max(minLength, Math.min(maxLength, MANY))
  // Letters are what people write; a name must not be blanks alone.
  const unit = fc.constantFrom(...'abc xyzÄñ漢😀0-')
  return fc
    .string({ unit, minLength, maxLength: most })
    .map((text) => (text.trim().length < minLength ? 'a'.repeat(minLength) : text))
}

/** Whole numbers up to what a database's integer takes: larger ones are tried as bends. */
function boundsOf({ minimum, maximum, exclusiveMinimum }: Schema): { min: number; max: number } {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1)
  return { min, max: Math.min(maximum ?? 2_147_483_647, 2_147_483_647) }
}
