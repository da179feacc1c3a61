import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Text with a signature before it, which only who has the key can make. */
export type Signer = {
  sign(text: string): string
  /** The text that was signed; null when nobody who has the key did. */
  verify(signed: string): string | null
}

const KEY_BYTES = 32
/** A SHA-256 in base64url, without padding. */
export const SIGNATURE_LENGTH = 43

/**
 * HMAC-SHA256 with a key derived from `key` (RFC 5869) for this purpose alone: what was signed for another purpose does
 * not pass here.
 */
export function createSigner(key: string, purpose: string): Signer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES))
  const signatureOf = (text: string) => createHmac('sha256', derived).update(text).digest('base64url')
  return {
    sign: (text) => signatureOf(text) + text,
    verify(signed) {
      const text = signed.slice(SIGNATURE_LENGTH)
      return isSame(signed.slice(0, SIGNATURE_LENGTH), signatureOf(text)) ? text : null
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
