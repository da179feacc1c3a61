import { timingSafeEqual } from 'node:crypto'
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '@carillon/contract/auth/two-step'
import { HOTP, Secret, TOTP } from 'otpauth'

/** RFC 4226 s4 R6: 160 bits. */
const SECRET_BYTES = 20
/** RFC 6238 s5.2: at most one time step for the way here; the one ahead is for clocks that are fast. */
const STEPS_AROUND = [-1, 0, 1]
/** Form that every authenticator app knows (RFC 6238 s1.2 and the defaults of `otpauth:` addresses). */
const FORM = { algorithm: 'SHA1', digits: TOTP_DIGITS }

/** A new secret: base32 (RFC 4648 s6), without padding. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** RFC 6238 s4.2: the time step that a moment falls in, counted from the Unix epoch. */
export function counterAt(nowMs: number): number {
  return Math.floor(nowMs / (TOTP_PERIOD_SECONDS * 1000))
}

/** The code of a time step: six digits. */
export function codeOf(secret: string, counter: number): string {
  return HOTP.generate({ ...FORM, secret: Secret.fromBase32(secret), counter })
}

/**
 * The time step that a code is of: the current one, the one before or the one after, and later than `after`, which is
 * the newest that was used. Null for every other code.
 */
export function counterOf(
  secret: string,
  code: string,
  { nowMs, after }: { nowMs: number; after: number },
): number | null {
  const counters = STEPS_AROUND.map((step) => counterAt(nowMs) + step).filter((counter) => counter > after)
  return counters.find((counter) => isSame(codeOf(secret, counter), code)) ?? null
}

/** Returns the URI of a QR code for authenticator apps. They take a colon for the end of the issuer. */
export function uriOf(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  const named = { issuer: issuer.replace(/\s*:\s*/g, ' '), label }
  return new TOTP({ ...FORM, ...named, secret, period: TOTP_PERIOD_SECONDS }).toString()
}

function isSame(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)]
  return one.length === other.length && timingSafeEqual(one, other)
}
