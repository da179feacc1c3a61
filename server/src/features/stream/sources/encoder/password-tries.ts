import { AppError } from '../../../../kernel/app-error.ts'
import { networkOf } from '../../../../kernel/ip-network.ts'
import { createKeyedTokenBucket, type KeyedTokenBucket } from '../../../../kernel/keyed-token-bucket.ts'
import { requireConsumed } from '../../../../kernel/rate-limiter.ts'
import { KnownPasswords } from './known-passwords.ts'
import { basicPassword, hashPassword } from './password.ts'
import type { EncoderContext } from './ports.ts'
import { listPasswordHashes } from './store.ts'

/** Wrong ones of a network: a campus shares one, and programs with an old password try every few seconds. */
export const WRONG_RATE = { burst: 300, perSecond: 1 }
export const MAX_NETWORKS = 10_000
/** Of one right password: it costs no query, and several programs may have it that send song titles as well. */
export const RIGHT_RATE = { burst: 2_000, perSecond: 100 }
const WRONG_RETRY_AFTER_SECONDS = 60

/** Which passwords may be looked at now. */
export type PasswordTries = {
  /**
   * The hash of the password in this header, for one that there is. A wrong one counts towards its network; a right one
   * counts towards itself alone, so that it is let through whatever others of its network try. Without a password nothing
   * is counted or looked at. Throws ENCODER_PASSWORD, TOO_MANY_ATTEMPTS.
   */
  take(authorization: string | undefined, address: string): Promise<string>
  /** Knows one that was made here a moment ago. */
  know(hash: string): void
}

/** Counts tries in memory; the database is asked a few times a second at most. */
export function createPasswordTries({ db, now }: Pick<EncoderContext, 'db' | 'now'>): PasswordTries {
  const known = new KnownPasswords(() => listPasswordHashes(db))
  const ofNetwork: KeyedTokenBucket<string> = createKeyedTokenBucket(WRONG_RATE, now, MAX_NETWORKS)
  const ofPassword: KeyedTokenBucket<string> = createKeyedTokenBucket(RIGHT_RATE, now)

  async function requireKnown(hash: string, network: string): Promise<void> {
    if (known.hasNow(hash)) return
    if (!ofNetwork.consume(network).ok) {
      // It may be new, and come again.
      known.refresh()
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: WRONG_RETRY_AFTER_SECONDS })
    }
    if (!(await known.has(hash))) throw new AppError('ENCODER_PASSWORD')
    ofNetwork.refund(network)
  }

  return {
    async take(authorization, address) {
      const password = basicPassword(authorization)
      if (password === null) throw new AppError('ENCODER_PASSWORD')
      const hash = hashPassword(password)
      await requireKnown(hash, networkOf(address))
      requireConsumed(ofPassword.consume(hash), 'TOO_MANY_ATTEMPTS')
      return hash
    },
    know: (hash) => known.add(hash),
  }
}
