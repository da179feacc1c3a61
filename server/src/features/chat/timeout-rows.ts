import { CHAT_TIMEOUT_MINUTES } from '@carillon/contract/chat/schemas'
import { MINUTE_MS } from '@carillon/contract/durations'
import { isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { lockShow } from '../../db/shows.ts'
import { findTimeout } from '../../db/timeouts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Db } from './table.ts'

/** `now` is read once the row is locked. */
type TimeoutOrder = { actor: Person; target: Person; broadcastId: number; now(): Date }

/**
 * Starts a timeout, or finds the one that runs. Messages of the chat wait for the same row: each comes before the timeout, or is
 * rejected by it.
 */
export async function storeTimeout(trx: Db, { actor, target, broadcastId, now }: TimeoutOrder) {
  const show = await lockShow(trx, broadcastId)
  if (!show) throw new AppError('NOT_FOUND')
  if (show.status !== 'LIVE') throw new AppError('NOT_LIVE')
  const at = now()
  const running = await findTimeout(trx, target.id, at.getTime())
  if (running) return { until: running, isNew: false }
  const until = new Date(at.getTime() + CHAT_TIMEOUT_MINUTES * MINUTE_MS)
  await upsertTimeout(trx, { user_id: target.id, given_by: actor.id, given_at: at, until })
  const description = `${target.name} given a timeout of ${CHAT_TIMEOUT_MINUTES} minutes in ${show.title}`
  const by = { userId: actor.id, aboutId: target.id }
  await recordActivity(trx, { activityType: 'CHAT_TIMEOUT', description, ...by }, at)
  return { until, isNew: true }
}

/** Ends a timeout. Returns whether one was running. */
export async function endTimeout(
  trx: Db,
  { actor, target, broadcastId, now }: TimeoutOrder,
): Promise<boolean> {
  const show = await lockShow(trx, broadcastId)
  if (!show) throw new AppError('NOT_FOUND')
  // The DJ of a show that is over moderates nobody any more.
  if (show.status !== 'LIVE' && !isStaff(actor)) throw new AppError('NOT_LIVE')
  const at = now()
  const isRunning = (await findTimeout(trx, target.id, at.getTime())) !== null
  const removed = await trx.deleteFrom('chat_timeouts').where('user_id', '=', target.id).executeTakeFirst()
  if (!isRunning || removed.numDeletedRows === 0n) return false
  const description = `Timeout of ${target.name} lifted`
  const by = { userId: actor.id, aboutId: target.id }
  await recordActivity(trx, { activityType: 'CHAT_TIMEOUT_LIFT', description, ...by }, at)
  return true
}

async function upsertTimeout(trx: Db, row: NewTimeout): Promise<void> {
  const { user_id, ...rest } = row
  await trx
    .insertInto('chat_timeouts')
    .values({ user_id, ...rest })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute()
}

type NewTimeout = { user_id: number; given_by: number; given_at: Date; until: Date }
