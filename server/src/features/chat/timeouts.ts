import { CHAT_TIMEOUT_MINUTES } from '@carillon/contract/chat/schemas'
import type { TimeoutEvent } from '@carillon/contract/chat/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { MINUTE_MS } from '@carillon/contract/durations'
import { canGiveTimeout, isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { lockShow } from '../../db/shows.ts'
import { findTimeout } from '../../db/timeouts.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireSupervised } from './access.ts'
import type { ChatContext } from './ports.ts'
import { findPerson } from './store.ts'
import type { Db } from './table.ts'

export type Timeouts = ReturnType<typeof createTimeouts>
/** A show's chat and somebody in it. */
type Chatter = { broadcastId: number; userId: number }

/** Keeps listeners from writing and requesting songs for a while. A row of the database: it holds everywhere. */
export function createTimeouts({
  db,
  clock,
  publishToUser,
}: Pick<ChatContext, 'db' | 'clock' | 'publishToUser'>) {
  const publish = (userId: number, until: Date | null) => {
    const event: TimeoutEvent = { type: 'CHAT_TIMEOUT', until: until?.toISOString() ?? null }
    publishToUser(userId, destinationFor(DESTINATIONS.notifications), event)
  }

  /** What is written to the chat waits for the same row: it comes before the time-out, or is rejected by it. */
  async function store(trx: Db, actor: Person, target: Person, broadcastId: number) {
    const show = await lockShow(trx, broadcastId)
    if (!show) throw new AppError('NOT_FOUND')
    if (show.status !== 'LIVE') throw new AppError('NOT_LIVE')
    const at = new Date(clock.now())
    const running = await findTimeout(trx, target.id, at.getTime())
    if (running) return { until: running, isNew: false }
    const until = new Date(at.getTime() + CHAT_TIMEOUT_MINUTES * MINUTE_MS)
    await upsertTimeout(trx, { user_id: target.id, given_by: actor.id, given_at: at, until })
    const description = `${target.name} given a time-out of ${CHAT_TIMEOUT_MINUTES} minutes in ${show.title}`
    const by = { userId: actor.id, aboutId: target.id }
    await recordActivity(trx, { activityType: 'CHAT_TIMEOUT', description, ...by }, at)
    return { until, isNew: true }
  }

  async function remove(trx: Db, actor: Person, target: Person, broadcastId: number): Promise<boolean> {
    const show = await lockShow(trx, broadcastId)
    if (!show) throw new AppError('NOT_FOUND')
    // The DJ of a show that is over moderates nobody any more.
    if (show.status !== 'LIVE' && !isStaff(actor)) throw new AppError('NOT_LIVE')
    const at = new Date(clock.now())
    const isRunning = (await findTimeout(trx, target.id, at.getTime())) !== null
    const removed = await trx.deleteFrom('chat_timeouts').where('user_id', '=', target.id).executeTakeFirst()
    if (!isRunning || removed.numDeletedRows === 0n) return false
    const description = `Time-out of ${target.name} lifted`
    const by = { userId: actor.id, aboutId: target.id }
    await recordActivity(trx, { activityType: 'CHAT_TIMEOUT_LIFT', description, ...by }, at)
    return true
  }

  return {
    /** The person of a chat that `actor` moderates. Throws NOT_FOUND, FORBIDDEN. */
    async load(actor: Person, { broadcastId, userId }: Chatter): Promise<Person> {
      await requireSupervised(db, broadcastId, actor)
      const person = await findPerson(db, userId)
      if (!person) throw new AppError('NOT_FOUND')
      return person
    },
    /** Until when; one that runs already goes on as it is. Throws FORBIDDEN, NOT_FOUND, NOT_LIVE. */
    async give(actor: Person, target: Person, broadcastId: number): Promise<Date> {
      if (!canGiveTimeout(target)) throw new AppError('FORBIDDEN', { message: LISTENERS_ALONE })
      const { until, isNew } = await db.transaction().execute((trx) => store(trx, actor, target, broadcastId))
      if (isNew) publish(target.id, until)
      return until
    },
    /** Ends it; where there is none, nothing changes. Throws NOT_FOUND, and NOT_LIVE for a DJ who is off air. */
    async lift(actor: Person, target: Person, broadcastId: number): Promise<void> {
      const wasRunning = await db.transaction().execute((trx) => remove(trx, actor, target, broadcastId))
      if (wasRunning) publish(target.id, null)
    },
    /** Until when somebody is in one; null for who is in none. */
    find: (personId: number): Promise<Date | null> => findTimeout(db, personId, clock.now()),
    async forgetExpired(): Promise<void> {
      await db.deleteFrom('chat_timeouts').where('until', '<=', new Date(clock.now())).execute()
    },
  }
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

const LISTENERS_ALONE = 'Only listeners can be given a time-out.'
