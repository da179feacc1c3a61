import { RESET_LIFETIME_MINUTES } from '@carillon/contract/auth/schemas'
import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../../kernel/ip-network.ts'
import { type LimitedKey, type RateLimiter, requireConsumed } from '../../kernel/rate-limiter.ts'
import type { Mail } from '../../mail/mail.ts'
import { takeAttempt } from './attempts.ts'
import { isBanned } from './ban.ts'
import { askerOf, hashPassword } from './password.ts'
import type { AuthContext } from './ports.ts'
import { findReset, replaceReset, takeReset } from './reset-store.ts'
import { type Db, deleteSessionsOf, findUser, findUserByEmail, lockUser, updateUser } from './store.ts'
import { hashToken, newToken } from './token.ts'

/** Links an hour that a network may ask for with one e-mail. */
export const RESETS_AN_HOUR = 5
/** Tries in 15 min that a network has with a link that does not work. */
export const LINK_TRIES = 30

/**
 * Sends a link for another password to an account. Returns before anything of it is looked at: neither the answer nor how
 * long it takes tells whether there is such an account. Throws TOO_MANY_REQUESTS.
 */
export async function sendResetLink(
  context: AuthContext,
  limiter: RateLimiter,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const network = networkOf(address)
  requireConsumed(
    await limiter.consume([
      { key: `resets of ${email} from ${network}`, limit: RESETS_AN_HOUR, windowMs: HOUR_MS },
      { key: `resets from ${network}`, limit: 100, windowMs: HOUR_MS },
    ]),
  )
  const count = async () => {
    const mailbox: LimitedKey = { key: `resets of ${email}`, limit: 10, windowMs: HOUR_MS }
    if ((await limiter.consume([mailbox])).ok) context.postMail(() => writeResetMail(context, email))
  }
  void count()
}

/** Gives the path of a new link of an account, in the place of the one before. */
export async function createResetPath(db: Db, userId: number, nowMs: number): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(nowMs + RESET_LIFETIME_MINUTES * MINUTE_MS)
  await replaceReset(db, { user_id: userId, token_hash: hashToken(token), expires_at: expiresAt })
  // After the mark: it reaches no server, and so no log.
  return `/reset-password#${token}`
}

/** The mail with the link, null where nobody is to get one. Who is banned could not sign in with it. */
async function writeResetMail(
  { db, clock, stationName, linkOrigin }: AuthContext,
  email: string,
): Promise<Mail | null> {
  const user = await findUserByEmail(db, email)
  const nowMs = clock.now()
  if (!user || linkOrigin === null || isBanned(user, new Date(nowMs))) return null
  const link = `${linkOrigin}${await createResetPath(db, user.id, nowMs)}`
  const lines = [
    'Hello,',
    '',
    `someone asked for a new password for your account at ${stationName}. To choose one, open`,
    '',
    `    ${link}`,
    '',
    `The link works once, for ${RESET_LIFETIME_MINUTES} minutes. Only the newest link counts.`,
    'If you did not ask for it, you can ignore this email: your password stays as it is.',
    '',
    stationName,
  ]
  return { to: user.email, subject: `New password for ${stationName}`, text: `${lines.join('\n')}\n` }
}

/**
 * Gives the account of a link another password, and ends all of its sessions; the mailbox counts as proved. Gives whose it
 * was. Throws RESET_REFUSED for a link that was used, replaced, has run out or was never made, and TOO_MANY_ATTEMPTS.
 */
export async function resetPassword(
  { db, clock, passwordCost }: AuthContext,
  limiter: RateLimiter,
  { token, newPassword, address }: { token: string; newPassword: string; address: string },
): Promise<number> {
  const now = new Date(clock.now())
  const tokenHash = hashToken(token)
  const owner = await findReset(db, tokenHash, now)
  const user = owner && (await findUser(db, owner.user_id))
  if (!user) {
    // Wrong ones alone count: those of others on the same network close no link that is right.
    const key = `reset links from ${networkOf(address)}`
    await takeAttempt(limiter, [{ key, limit: LINK_TRIES, windowMs: 15 * MINUTE_MS }])
    throw new AppError('RESET_REFUSED')
  }
  const passwordHash = await hashPassword(newPassword, askerOf(user), passwordCost)
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id)
    // Somebody else may have used it while the password was hashed.
    if (!(await takeReset(trx, tokenHash, now))) throw new AppError('RESET_REFUSED')
    await updateUser(trx, user.id, { password_hash: passwordHash, verified: true })
    await deleteSessionsOf(trx, user.id)
    const description = `Password of ${user.email} reset by a link`
    await recordActivity(trx, { activityType: 'PROFILE_UPDATE', description, userId: user.id }, now)
  })
  return user.id
}
