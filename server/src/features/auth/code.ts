import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH } from '@carillon/contract/auth/schemas'

/** A code as it is stored. */
export type HashedCode = { salt: string; code_hash: string }

const SALT_BYTES = 16
const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`)

/** Six digits, each as likely as any other, with zeros in front. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** Reads a typed code, without the spaces that people put in; null for what cannot be a code. */
export function readCode(text: string): string | null {
  const digits = text.replace(/\s/g, '')
  return CODE.test(digits) ? digits : null
}

/**
 * Hash of a code, as stored. A million codes are searched quickly whatever the hash: it keeps a code from being read in
 * passing, the ten minutes make a stolen copy of the database useless.
 */
export function hashCode(code: string): HashedCode {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return { salt, code_hash: digestOf(salt, code).toString('hex') }
}

/** Whether the code is the one that was hashed. */
export function isCode(code: string, { salt, code_hash }: HashedCode): boolean {
  const expected = Buffer.from(code_hash, 'hex')
  const actual = digestOf(salt, code)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function digestOf(salt: string, code: string): Buffer {
  return createHash('sha256').update(`${salt}:${code}`).digest()
}
