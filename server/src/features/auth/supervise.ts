import { MINUTE_MS } from '@carillon/contract/durations'
import { canBan, canChangeRole } from '@carillon/contract/policies'
import type { Person, Role } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireOther } from './access.ts'
import type { BanState, BanUnit } from './ban.ts'
import { banEnd, isBanned } from './ban.ts'
import { type Db, deleteSessionsOf, lockUser, takeTurn, updateUser } from './store.ts'
import type { UserRow } from './table.ts'

/** The account after an order, and whether that changed anything. */
export type Change = { user: UserRow; hasChanged: boolean }

/** Gives an account another role. Throws NOT_FOUND, FORBIDDEN also for one's own. */
export async function changeRole(
  db: Db,
  now: Date,
  change: { actor: Person; userId: number; role: Role },
): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    const user = await holdBoth(trx, change.actor, change.userId, now)
    if (!canChangeRole(change.actor, user) || !canChangeRole(change.actor, change))
      throw new AppError('FORBIDDEN')
    if (user.role === change.role) return { user, hasChanged: false }
    const changed = await updateUser(trx, user.id, { role: change.role })
    const description = `Role of ${user.email} changed from ${user.role} to ${change.role}`
    const by = { userId: change.actor.id, aboutId: user.id }
    await recordActivity(trx, { activityType: 'USER_ROLE_CHANGE', description, ...by }, now)
    return { user: changed, hasChanged: true }
  })
}

/** A ban that is ordered again so soon, in the same words, is the same one: its caller tries once more. */
const SAME_BAN_MS = 10 * MINUTE_MS

/** Bans an account and ends its sessions; the same ban again changes nothing. Throws NOT_FOUND, FORBIDDEN. */
export async function ban(
  db: Db,
  now: Date,
  order: { actor: Person; userId: number; unit: BanUnit; amount: number; reason: string },
): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    const user = await holdBoth(trx, order.actor, order.userId, now)
    if (!canBan(order.actor, user)) throw new AppError('FORBIDDEN')
    const until = banEnd(order.unit, order.amount, now)
    const ordered = { banned: true, banned_until: until, ban_reason: order.reason || null }
    if (isSameBan(user, ordered, now)) return { user, hasChanged: false }
    const changed = await updateUser(trx, user.id, ordered)
    await deleteSessionsOf(trx, user.id)
    const description = `${user.email} banned${order.reason ? `: ${order.reason}` : ''}`
    const by = { userId: order.actor.id, aboutId: user.id }
    await recordActivity(trx, { activityType: 'USER_BAN', description, ...by }, now)
    return { user: changed, hasChanged: true }
  })
}

function isSameBan(is: UserRow, ordered: BanState, now: Date): boolean {
  if (!isBanned(is, now) || is.ban_reason !== ordered.ban_reason) return false
  if (is.banned_until === null || ordered.banned_until === null)
    return is.banned_until === ordered.banned_until
  return Math.abs(ordered.banned_until.getTime() - is.banned_until.getTime()) < SAME_BAN_MS
}

/** Lifts a ban; none there changes nothing. Throws NOT_FOUND, FORBIDDEN. */
export async function unban(db: Db, now: Date, order: { actor: Person; userId: number }): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    const user = await holdBoth(trx, order.actor, order.userId, now)
    if (!canBan(order.actor, user)) throw new AppError('FORBIDDEN')
    if (!user.banned) return { user, hasChanged: false }
    const changed = await updateUser(trx, user.id, { banned: false, banned_until: null, ban_reason: null })
    const description = `Ban of ${user.email} lifted`
    const by = { userId: order.actor.id, aboutId: user.id }
    await recordActivity(trx, { activityType: 'USER_UNBAN', description, ...by }, now)
    return { user: changed, hasChanged: true }
  })
}

/**
 * Holds who acts and the account, one deed at a time, and looks again at who acts: what the session said may have
 * changed while others had their turn. Nobody acts on themselves and only administrators on administrators, so that
 * whatever is done next, the one who does it remains.
 */
export async function holdBoth(trx: Db, actor: Person, userId: number, now: Date): Promise<UserRow> {
  await takeTurn(trx)
  const acting = await lockUser(trx, actor.id)
  if (acting?.role !== actor.role || isBanned(acting, now)) throw new AppError('FORBIDDEN')
  const user = await lockUser(trx, userId)
  if (!user) throw new AppError('NOT_FOUND')
  requireOther(actor, user)
  return user
}
