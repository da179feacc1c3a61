import { AppError } from '../../../kernel/app-error.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { RateLimiter } from '../../../kernel/rate-limiter.ts'
import { guess, takeAttempt } from '../attempts.ts'
import { passwordLimitsOf } from '../change-password.ts'
import { askerOf, verifyPassword } from '../password.ts'
import { type Db, findUser, lockUser } from '../store.ts'
import type { UserRow } from '../table.ts'
import { spendCode } from './second-step.ts'

/** Dependencies of the check of a proof. */
export type ProofContext = { db: Db; clock: Clock; limiter: RateLimiter }
/** Proof of who somebody is; a session that was left open is not enough. */
export type Proof = { userId: number; password: string; code?: string }

const WRONG_PASSWORD = 'Your current password is incorrect.'
const WRONG_CODE = 'This code is wrong or was already used.'

/** CODE_REFUSED with the words that stand beside the field. */
export function codeRefused(message = WRONG_CODE): AppError {
  return new AppError('CODE_REFUSED', { message, fields: { code: message } })
}

/**
 * Does `work` in the transaction that holds the account and spends the code, for who knows the password and, when one
 * is given, has a code. Throws WRONG_PASSWORD, CODE_REFUSED; TOO_MANY_ATTEMPTS after five failures in 15 min, counted
 * together with those of changing the password.
 */
export async function asProvenOwner<T>(
  context: ProofContext,
  proof: Proof,
  work: (trx: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  const { limiter } = context
  const counted = passwordLimitsOf({ id: proof.userId })
  await takeAttempt(limiter, counted)
  const done = await guess(limiter, counted, () => workAsOwner(context, proof, work))
  await limiter.refund(counted)
  return done
}

async function workAsOwner<T>(
  { db, clock }: ProofContext,
  { userId, password, code }: Proof,
  work: (trx: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  const known = await findUser(db, userId)
  if (!known || !(await verifyPassword(password, known.password_hash, askerOf(known)))) throw wrongPassword()
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    // Looking at the password took its time: meanwhile it may have been changed.
    if (user?.password_hash !== known.password_hash) throw wrongPassword()
    const now = new Date(clock.now())
    if (
      code !== undefined &&
      user.totp_since !== null &&
      !(await spendCode(trx, userId, { text: code, now }))
    )
      throw codeRefused()
    return work(trx, user)
  })
}

function wrongPassword(): AppError {
  return new AppError('WRONG_PASSWORD', { fields: { password: WRONG_PASSWORD } })
}
