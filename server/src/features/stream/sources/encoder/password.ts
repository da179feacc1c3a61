import { createHash, randomBytes } from 'node:crypto'

/** 32 letters and digits that are not taken for one another: no l, o, 0, 1. Safe in an address and in a shell. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 5

/** A password of 75 random bits that can be read aloud: three groups of five letters or digits. */
export function newPassword(random: (bytes: number) => Uint8Array = randomBytes): string {
  const characters = Array.from(random(GROUPS * GROUP_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    characters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH).join(''),
  )
  return groups.join('-')
}

/** Hash of a password, as stored. Capitals, blanks and hyphens do not count: they are habits of typing. */
export function hashPassword(password: string): string {
  return createHash('sha256').update(password.toLowerCase().replace(/[\s-]/g, '')).digest('hex')
}

/** The password of `Authorization: Basic` (RFC 7617 s2); null where there is none. The name before it does not matter. */
export function basicPassword(authorization: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/]{1,400}={0,2}) *$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon === -1 ? null : pair.slice(colon + 1)
}
