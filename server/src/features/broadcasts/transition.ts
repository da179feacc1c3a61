import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { isOwner, ownersOf } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { beginPlay, endPlay } from '../../db/plays.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireExisting, requirePermitted } from './access.ts'
import { type Command, nextState, type ReachedState, refusalOf, type StationCommand } from './states.ts'
import { countTesting, lockBroadcast, updateBroadcast } from './store.ts'
import type { BroadcastChange, Db, StoredBroadcast } from './table.ts'

/** Each test has a mount, which makes pages all the time. A station has one studio, and some DJs at home. */
export const MAX_TESTS = 20
const RETRY_WHEN_FULL_SECONDS = 60

/**
 * A command on one broadcast: of a person, who needs permission, unless it was permitted when it was planned, or of the
 * station itself.
 */
export type Order = { id: number } & (
  | {
      command: Exclude<Command, StationCommand>
      actor: Person
      reason?: string | undefined
      wasPermitted?: boolean
    }
  | { command: StationCommand; actor: null }
)
/**
 * The broadcast before and after; the very same object when the effect already stood. `unplanned` is the live show that was to
 * hand over to it and does so no more.
 */
export type Step = { was: StoredBroadcast; is: StoredBroadcast; unplanned?: StoredBroadcast | null }

/** Nothing is playing that has a name. */
export const NOTHING_PLAYING = {
  now_playing_title: null,
  now_playing_artist: null,
  now_playing_since: null,
} satisfies BroadcastChange

type Entry = { order: Order; was: StoredBroadcast; now: Date }

/** Change of the row when a broadcast enters a state. */
const ENTERING: Record<ReachedState, (entry: Entry) => BroadcastChange> = {
  TESTING: ({ order, now }) => ({
    status: 'TESTING',
    started_by: order.actor?.id ?? null,
    test_started_at: now,
  }),
  REHEARSED: ({ now }) => ({
    status: 'SCHEDULED',
    started_by: null,
    test_started_at: null,
    stand_by_since: null,
    tested_at: now,
  }),
  LIVE: ({ order, now }) => ({
    status: 'LIVE',
    started_by: order.actor?.id ?? null,
    test_started_at: null,
    stand_by_since: null,
    unlisted: false,
    actual_start: now,
  }),
  ENDED: ({ order, was, now }) => ({
    status: 'ENDED',
    actual_end: notBefore(was.actualStart, now),
    end_reason: endReason(order, was),
    ...NOTHING_PLAYING,
    hand_over_to: null,
    hand_over_at: null,
    ended_by: order.actor?.id ?? null,
    end_note: (order.actor && order.reason) || null,
  }),
  GONE: ({ now }) => ({ deleted_at: now }),
}

/** The clock may have been set back since the show began. */
function notBefore(start: Date | null, now: Date): Date {
  return start && start > now ? start : now
}

/**
 * Carries out a command in `trx`: 404 or 403, then 409 when the state forbids it. A show that goes on air by it has these
 * `listeners` at its start.
 */
export async function carryOut(trx: Db, order: Order, now: Date, listeners = 0): Promise<Step> {
  const was = admit(await lockBroadcast(trx, order.id), order)
  const next = nextState(was.state, order.command)
  if (next === null) throw new AppError('WRONG_STATE', { message: refusalOf(was.state) })
  if (next === was.state) return { was, is: was }
  if (next === 'TESTING') await requireTestRoom(trx)
  const is = await updateBroadcast(trx, order.id, ENTERING[next]({ order, was, now }), now)
  if (next === 'LIVE') await beginPlay(trx, { broadcastId: order.id, song: null, listeners, at: now })
  if (next === 'ENDED') await endPlay(trx, { broadcastId: order.id, at: now })
  return { was, is }
}

/** Throws TOO_MANY_REQUESTS when as many are in test as there may be at once. */
async function requireTestRoom(trx: Db): Promise<void> {
  if ((await countTesting(trx)) < MAX_TESTS) return
  const message = `${MAX_TESTS} broadcasts are being tested. Please wait until a test has ended.`
  throw new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
}

function admit(found: StoredBroadcast | undefined, order: Order): StoredBroadcast {
  if (!order.actor || order.wasPermitted) return requireExisting(found)
  return requirePermitted(found, order.actor, order.command)
}

function endReason(order: Order, was: StoredBroadcast): NonNullable<Broadcast['endReason']> {
  if (!order.actor) return 'SOURCE_LOST'
  return isOwner(order.actor, ownersOf(was)) ? 'ENDED_BY_DJ' : 'ENDED_BY_STAFF'
}
