import { RESET_LIFETIME_MINUTES } from '@carillon/contract/auth/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import { canResetPassword } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { type LimitedKey, requireConsumed } from '../../kernel/rate-limiter.ts'
import type { Mail } from '../../mail/mail.ts'
import { isBanned } from './ban.ts'
import { askerOf, hashPassword } from './password.ts'
import type { AuthContext } from './ports.ts'
import { createResetPath } from './reset-password.ts'
import { deleteSessionsOf, updateUser } from './store.ts'
import { holdBoth } from './supervise.ts'
import type { UserRow } from './table.ts'
import { newToken } from './token.ts'

/** Password resets an hour by administrators on one account. */
export const RESETS_OF_ACCOUNT = 10

/** To whom the link was mailed, or the link itself, to be handed over: its path where the station has no `PUBLIC_URL`. */
export type HandedReset = { mailedTo: string | null; link: string | null }

/**
 * Ends the password and every session of somebody else, who chooses another password with a link: mailed where the
 * station sends mail, else given to the administrator. Throws NOT_FOUND, FORBIDDEN, BANNED, TOO_MANY_REQUESTS.
 */
export async function resetPasswordOf(
  context: AuthContext,
  actor: Person,
  userId: number,
): Promise<HandedReset> {
  const { db, clock, limiter, passwordCost } = context
  const counted: LimitedKey = {
    key: `resets of account ${userId}`,
    limit: RESETS_OF_ACCOUNT,
    windowMs: HOUR_MS,
  }
  requireConsumed(await limiter.consume([counted]))
  // Nobody's password: signing in takes as long as before, and never succeeds.
  const passwordHash = await hashPassword(newToken(), askerOf(actor), passwordCost)
  const now = new Date(clock.now())
  const { user, path } = await db.transaction().execute(async (trx) => {
    const user = await holdBoth(trx, actor, userId, now)
    if (!canResetPassword(actor)) throw new AppError('FORBIDDEN')
    if (isBanned(user, now)) throw new AppError('BANNED', { message: LIFT_FIRST })
    await updateUser(trx, user.id, { password_hash: passwordHash })
    await deleteSessionsOf(trx, user.id)
    const path = await createResetPath(trx, user.id, now.getTime())
    const description = `Password of ${user.email} reset by an administrator`
    const by = { userId: actor.id, aboutId: user.id }
    await recordActivity(trx, { activityType: 'PASSWORD_RESET', description, ...by }, now)
    return { user, path }
  })
  return handOver(context, user, path)
}

function handOver(context: AuthContext, user: UserRow, path: string): HandedReset {
  const { sendsMail, publicUrl, stationName } = context
  if (!sendsMail || publicUrl === null) return { mailedTo: null, link: `${publicUrl ?? ''}${path}` }
  context.postMail(async () => mailOf(user, `${publicUrl}${path}`, stationName))
  return { mailedTo: user.email, link: null }
}

function mailOf({ email }: UserRow, link: string, stationName: string): Mail {
  const lines = [
    'Hello,',
    '',
    `an administrator of ${stationName} reset the password of your account: the old one no longer`,
    'works, and you were signed out everywhere. To choose a new one, open',
    '',
    `    ${link}`,
    '',
    `The link works once, for ${RESET_LIFETIME_MINUTES} minutes. After that, ask for another one at sign-in`,
    'with "Forgot password?".',
    '',
    stationName,
  ]
  return { to: email, subject: `Choose a new password for ${stationName}`, text: `${lines.join('\n')}\n` }
}

const LIFT_FIRST = 'This account is banned. Lift the ban first.'
