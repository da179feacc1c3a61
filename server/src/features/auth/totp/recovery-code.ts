import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@carillon/contract/auth/two-step'

/** Crockford's base 32: no letter that looks like a digit or another letter. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits: too many to search, also without a slow hash. */
const LENGTH = 16
const GROUPS = /.{4}/g
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

/** Ten codes as they are shown: `7K3M-Q0ZD-9F2A-XW5T`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
}

/** Reads a typed recovery code, without the marks between its groups and in one case; null for what cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const characters = text.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return CODE.test(characters) ? characters : null
}

/** Hash of a recovery code, as stored; takes it as `readRecoveryCode` gave it or as it is shown. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
}

function newRecoveryCode(): string {
  // 256 is a multiple of 32: each letter is as likely as any other.
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return characters.join('').match(GROUPS)?.join('-') ?? ''
}
