import type { ErrorCode } from '@carillon/contract/errors'
import { AppError } from '../../kernel/app-error.ts'
import { type LimitedKey, type RateLimiter, requireConsumed } from '../../kernel/rate-limiter.ts'

/** Codes of the errors that say of a password, a code or a link that it is wrong. */
const WRONG: readonly ErrorCode[] = [
  'BAD_CREDENTIALS',
  'WRONG_PASSWORD',
  'TOTP_REFUSED',
  'CODE_REFUSED',
  'RESET_REFUSED',
]

/** Throws TOO_MANY_ATTEMPTS when there were too many failures. */
export async function takeAttempt(limiter: RateLimiter, counted: readonly LimitedKey[]): Promise<void> {
  requireConsumed(await limiter.consume(counted), 'TOO_MANY_ATTEMPTS')
}

/**
 * Does the work of an attempt that was taken. It stays counted when the guess was wrong, and until the caller knows that it
 * was right; where `work` failed for another reason, such as a database that is away, nothing was guessed.
 */
export async function guess<T>(
  limiter: RateLimiter,
  counted: readonly LimitedKey[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isWrong = error instanceof AppError && WRONG.includes(error.code)
    if (!isWrong && counted.length > 0) await limiter.refund(counted)
    throw error
  }
}
