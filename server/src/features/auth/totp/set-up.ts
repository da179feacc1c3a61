import { recordActivity } from '../../../db/activities.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { guess, takeAttempt } from '../attempts.ts'
import { readCode } from '../code.ts'
import { type Db, lockUser, updateUser } from '../store.ts'
import type { UserRow } from '../table.ts'
import { asProvenOwner, codeRefused, type Proof, type ProofContext } from './prove-owner.ts'
import { newRecoveryCodes } from './recovery-code.ts'
import { spendTotp } from './second-step.ts'
import { newSecret, uriOf } from './totp-code.ts'
import { findSecret, replaceRecoveryCodes, replaceSecret, setUpSince } from './totp-store.ts'

const NOT_THE_CODE =
  'This is not the code that we expect. Check that the clock of your phone is set automatically, and enter the newest code.'

/**
 * Gives an account a secret that has yet to be confirmed; asked again, another one. Throws WRONG_PASSWORD,
 * TOO_MANY_ATTEMPTS, TOTP_STATE when it is on.
 */
export async function beginTotp(
  context: ProofContext & { stationName: string },
  proof: Proof,
): Promise<{ secret: string; uri: string }> {
  return asProvenOwner(context, proof, async (trx, user) => {
    requireOff(user)
    const secret = newSecret()
    await replaceSecret(trx, user.id, secret, new Date(context.clock.now()))
    return { secret, uri: uriOf(secret, { issuer: context.stationName, label: user.email }) }
  })
}

type Entered = { userId: number; code: string }
type Confirmed = { user: UserRow; recoveryCodes: string[] }

/**
 * Turns it on for who has a code of the secret. Gives the recovery codes: the only moment at which they are known here.
 * Throws CODE_REFUSED, TOO_MANY_ATTEMPTS, TOTP_STATE when it is on or was never begun.
 */
export async function confirmTotp(context: ProofContext, entered: Entered): Promise<Confirmed> {
  const { limiter } = context
  const { userId } = entered
  const counted = [{ key: `totp of ${userId}`, limit: 10, windowMs: 15 * 60_000 }]
  await takeAttempt(limiter, counted)
  const confirmed = await guess(limiter, counted, () => confirm(context, entered))
  await limiter.refund(counted)
  return confirmed
}

async function confirm({ db, clock }: ProofContext, { userId, code }: Entered): Promise<Confirmed> {
  const now = new Date(clock.now())
  return db.transaction().execute(async (trx) => {
    await requireBegun(trx, await lockUser(trx, userId), now)
    const digits = readCode(code)
    if (!digits || !(await spendTotp(trx, userId, { code: digits, now }))) throw codeRefused(NOT_THE_CODE)
    const recoveryCodes = newRecoveryCodes()
    await replaceRecoveryCodes(trx, userId, recoveryCodes)
    const user = await updateUser(trx, userId, { totp_since: now })
    const description = `Two-step sign-in of ${user.email} turned on`
    await recordActivity(trx, { activityType: 'PROFILE_UPDATE', description, userId }, now)
    return { user, recoveryCodes }
  })
}

async function requireBegun(trx: Db, user: UserRow | undefined, now: Date): Promise<void> {
  if (!user) throw new AppError('NOT_FOUND')
  requireOff(user)
  const begun = await findSecret(trx, user.id)
  if (!begun || begun.created_at <= setUpSince(now))
    throw new AppError('TOTP_STATE', { message: 'This took too long. Please begin again.' })
}

function requireOff({ totp_since }: UserRow): void {
  if (totp_since !== null) throw new AppError('TOTP_STATE', { message: 'Two-step sign-in is on already.' })
}
