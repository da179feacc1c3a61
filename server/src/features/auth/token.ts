import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A session's secret: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Hash of a token, as stored. A token is random enough that a plain SHA-256 cannot be searched. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
