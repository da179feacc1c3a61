import { recordActivity } from '../../../db/activities.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { UserRow } from '../table.ts'
import { asProvenOwner, type Proof, type ProofContext } from './prove-owner.ts'
import { newRecoveryCodes } from './recovery-code.ts'
import { replaceRecoveryCodes } from './totp-store.ts'

/**
 * Gives an account new recovery codes, the only moment at which they are known here; the old ones are dead. Throws
 * WRONG_PASSWORD, CODE_REFUSED, TOO_MANY_ATTEMPTS, TOTP_STATE when it is off.
 */
export async function renewRecoveryCodes(
  context: ProofContext,
  proof: Required<Proof>,
): Promise<{ user: UserRow; recoveryCodes: string[] }> {
  return asProvenOwner(context, proof, async (trx, user) => {
    if (user.totp_since === null) throw new AppError('TOTP_STATE', { message: 'Two-step sign-in is not on.' })
    const recoveryCodes = newRecoveryCodes()
    await replaceRecoveryCodes(trx, user.id, recoveryCodes)
    const description = `Recovery codes of ${user.email} renewed`
    const activity = { activityType: 'PROFILE_UPDATE' as const, description, userId: user.id }
    await recordActivity(trx, activity, new Date(context.clock.now()))
    return { user, recoveryCodes }
  })
}
