import { AppError } from '../../../kernel/app-error.ts'
import { readCode } from '../code.ts'
import type { Db } from '../store.ts'
import type { UserRow } from '../table.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { counterOf } from './totp-code.ts'
import { countRecoveryCodes, findSecret, spendCounter, spendRecoveryCode } from './totp-store.ts'

/** Kind of a used code, and the number of recovery codes left after one was used. */
export type SpentCode = { kind: 'totp' } | { kind: 'recovery'; left: number }

/**
 * The second step of a sign-in, in its transaction. Null for accounts that have none. Throws TOTP_REQUIRED without a
 * code, TOTP_REFUSED for one that is wrong or spent.
 */
export async function takeSecondStep(
  trx: Db,
  user: UserRow,
  { code, now }: { code: string | undefined; now: Date },
): Promise<SpentCode | null> {
  if (user.totp_since === null) return null
  if (code === undefined) throw new AppError('TOTP_REQUIRED')
  const spent = await spendCode(trx, user.id, { text: code, now })
  if (!spent) throw new AppError('TOTP_REFUSED')
  return spent
}

/** Spends a code of the app or a recovery code, in the transaction of what it is for; null for none that is good. */
export async function spendCode(
  trx: Db,
  userId: number,
  { text, now }: { text: string; now: Date },
): Promise<SpentCode | null> {
  const code = readCode(text)
  if (code) return (await spendTotp(trx, userId, { code, now })) ? { kind: 'totp' } : null
  const recoveryCode = readRecoveryCode(text)
  if (!recoveryCode || !(await spendRecoveryCode(trx, userId, recoveryCode))) return null
  return { kind: 'recovery', left: await countRecoveryCodes(trx, userId) }
}

/** Spends a code of the app. False for one that is wrong, spent, or older than one that is. */
export async function spendTotp(
  trx: Db,
  userId: number,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const known = await findSecret(trx, userId)
  const counter = known && counterOf(known.secret, code, { nowMs: now.getTime(), after: known.last_counter })
  return counter ? spendCounter(trx, userId, counter) : false
}
