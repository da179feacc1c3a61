import { DAY_MS } from '@carillon/contract/durations'
import { recordActivity } from '../../../db/activities.ts'
import type { Limit, LimitedKey } from '../../../kernel/rate-limiter.ts'
import type { AuthContext } from '../ports.ts'
import type { UserRow } from '../table.ts'
import { notifyOwner } from './notify-owner.ts'

/** From devices that the account does not know; three in a million codes are good at a time. */
const WRONG_CODES: Limit = { limit: 20, windowMs: DAY_MS }
/** People mistype one now and then. */
const NOT_WORTH_A_MAIL: Limit = { limit: 2, windowMs: DAY_MS }
const MAILS: Limit = { limit: 1, windowMs: DAY_MS }

/** Limit on wrong codes given with the right password, from a device that the account does not know. */
export function limitOfCodes({ id }: Pick<UserRow, 'id'>): LimitedKey[] {
  return [{ key: `codes with the password of ${id}`, ...WRONG_CODES }]
}

/**
 * To be called when somebody knew the password of an account and not its code. From the third time in a day on the owner
 * is told by mail and the activities have a line, once a day.
 */
export async function noteWrongCode(
  { db, clock, limiter, ...post }: Pick<AuthContext, 'db' | 'clock' | 'limiter' | 'postMail' | 'stationName'>,
  user: UserRow,
): Promise<void> {
  const few = await limiter.consume([{ key: `wrong codes of ${user.id}`, ...NOT_WORTH_A_MAIL }])
  if (few.ok) return
  const first = await limiter.consume([{ key: `mail of wrong codes of ${user.id}`, ...MAILS }])
  if (!first.ok) return
  const description = `${user.email} was not signed in: right password, wrong codes`
  await recordActivity(db, { activityType: 'LOGIN', description, userId: user.id }, new Date(clock.now()))
  notifyOwner(post, user, { what: 'wrong-codes' })
}
