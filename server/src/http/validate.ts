import { z } from 'zod/mini'
import { AppError } from '../kernel/app-error.ts'
import { isTooComplex, MAX_JSON_DEPTH } from './json-size.ts'
import type { OtherNames } from './route.ts'

const TOO_COMPLEX = 'This has more parts, or is nested deeper, than the station accepts.'
const MAX_INT = 2_147_483_647
const MISSING = 'This field is required'
/** RFC 8259 s8.1: JSON between programs is UTF-8. What is not is refused, where a Buffer would put U+FFFD for it. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Says what is wrong where the contract has no words of its own. Browsers do without: their forms have them all.
z.config({ ...z.locales.en(), customError: (issue) => (isMissing(issue) ? MISSING : undefined) })

/** Reads JSON text. An empty body is undefined. Throws MALFORMED_JSON, INVALID_INPUT for what no field can hold. */
export function readJson(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined
  if (isTooComplex(bytes)) throw new AppError('INVALID_INPUT', { message: TOO_COMPLEX })
  const value = parseJson(bytes)
  const fault = findFault(value, 0)
  if (fault) throw new AppError('INVALID_INPUT', { message: fault })
  return value
}

/** Parses inputs by their schema. Throws INVALID_INPUT with one message per field. */
export function validate(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  otherNames: OtherNames = {},
): unknown {
  if (!schema) return undefined
  refuseOtherNames(input, otherNames)
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  throw new AppError('INVALID_INPUT', { fields: fieldsOf(parsed.error) })
}

/** Parses what stands in the path. What cannot be an id names nothing: NOT_FOUND. */
export function validateParams(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new AppError('NOT_FOUND')
  const values = Object.values(parsed.data as Record<string, unknown>)
  const isBeyond = (value: unknown) => typeof value === 'number' && Math.abs(value) > MAX_INT
  if (values.some(isBeyond) || findFault(values, 0)) throw new AppError('NOT_FOUND')
  return parsed.data
}

/** Query strings reach the schema as they are; PostgreSQL's text cannot hold a NUL. Throws INVALID_INPUT. */
export function validateQuery(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const fault = findFault(input, 0)
  if (fault) throw new AppError('INVALID_INPUT', { message: fault })
  const query = validate(schema, input)
  // NOTE: page * size must stay within what OFFSET takes; no station has two thousand million rows of anything.
  const tooLarge = Object.entries(query as Record<string, unknown>).find(
    ([, value]) => typeof value === 'number' && Math.abs(value) > MAX_INT,
  )
  if (tooLarge) throw new AppError('INVALID_INPUT', { fields: { [tooLarge[0]]: 'This number is too large' } })
  return query
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes))
  } catch {
    // The only reason to fail is the text, and that is what the code says.
    throw new AppError('MALFORMED_JSON')
  }
}

/** Ignored, what stands under such a name would be lost without a word. */
function refuseOtherNames(input: unknown, otherNames: OtherNames): void {
  if (typeof input !== 'object' || input === null) return
  const found = Object.entries(otherNames).filter(([name]) => Object.hasOwn(input, name))
  if (found.length === 0) return
  const fields = Object.fromEntries(found.map(([name, ours]) => [name, `This field is called ${ours}`]))
  throw new AppError('INVALID_INPUT', { fields })
}

/** The library would tell a person that it expected a string and received undefined. */
function isMissing({ code, input }: z.core.$ZodRawIssue): boolean {
  return (code === 'invalid_type' || code === 'invalid_value') && input === undefined
}

/** Contents that no input may have: NUL (PostgreSQL refuses it), keys that reach into prototypes, absurd depth. */
function findFault(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.includes('\0') ? 'Text must not hold NUL characters.' : null
  if (typeof value !== 'object' || value === null) return null
  if (depth >= MAX_JSON_DEPTH) return 'This is nested too deeply.'
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return `${key} is no field.`
    const fault = findFault(key, depth + 1) ?? findFault(inner, depth + 1)
    if (fault) return fault
  }
  return null
}

function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const issue of error.issues) {
    const name = issue.path.map(String).join('.') || 'body'
    fields[name] ??= issue.message
  }
  return fields
}
