import { recordActivity } from '../../db/activities.ts'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LimitedKey } from '../../kernel/rate-limiter.ts'
import { guess, takeAttempt } from './attempts.ts'
import { askerOf, hashPassword, verifyPassword } from './password.ts'
import type { AuthContext } from './ports.ts'
import { deleteResetOf } from './reset-store.ts'
import { deleteOtherSessions, lockUser, updateUser } from './store.ts'
import type { UserRow } from './table.ts'

/** Refusal in the words of the form, which stand beside its field as well. */
const wrongPassword = () =>
  new AppError('WRONG_PASSWORD', { fields: { currentPassword: 'Your current password is incorrect.' } })

/**
 * Gives one's own account another password and ends its other sessions. Asked again after it was done, it is done.
 * Throws WRONG_PASSWORD, and TOO_MANY_ATTEMPTS to who guesses from a session that was left open.
 */
export async function changePassword(
  { db, clock, limiter, passwordCost }: Pick<AuthContext, 'db' | 'clock' | 'limiter' | 'passwordCost'>,
  order: { user: UserRow; session: Session; currentPassword: string; newPassword: string },
): Promise<{ changed: boolean }> {
  const { user, session, currentPassword, newPassword } = order
  const counted = passwordLimitsOf(user)
  await takeAttempt(limiter, counted)
  const isChanged = await guess(limiter, counted, async () => {
    if (await verifyPassword(currentPassword, user.password_hash, askerOf(user))) return false
    if (await verifyPassword(newPassword, user.password_hash, askerOf(user))) return true
    throw wrongPassword()
  })
  await limiter.refund(counted)
  if (isChanged) return { changed: false }
  const passwordHash = await hashPassword(newPassword, askerOf(user), passwordCost)
  const now = new Date(clock.now())
  await db.transaction().execute(async (trx) => {
    const locked = await lockUser(trx, user.id)
    // Another session was faster: what was the current password is no longer.
    if (locked?.password_hash !== user.password_hash) throw wrongPassword()
    await updateUser(trx, user.id, { password_hash: passwordHash })
    // Who reads the mailbox may be why it is changed.
    await deleteResetOf(trx, user.id)
    await deleteOtherSessions(trx, { userId: user.id, keptId: session.id })
    const description = `Password of ${user.email} changed`
    await recordActivity(trx, { activityType: 'PROFILE_UPDATE', description, userId: user.id }, now)
  })
  return { changed: true }
}

/** Limits on one's own wrong passwords, whatever they are typed for. */
export function passwordLimitsOf({ id }: Pick<UserRow, 'id'>): LimitedKey[] {
  return [{ key: `password of ${id}`, limit: 5, windowMs: 15 * 60_000 }]
}
