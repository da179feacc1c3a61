import type { TimeoutEvent } from '@carillon/contract/chat/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { canGiveTimeout } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { findTimeout } from '../../db/timeouts.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireSupervised } from './access.ts'
import type { ChatContext } from './ports.ts'
import { findPerson } from './store.ts'
import { endTimeout, storeTimeout } from './timeout-rows.ts'

export type Timeouts = ReturnType<typeof createTimeouts>
/** A show's chat and somebody in it. */
type Chatter = { broadcastId: number; userId: number }

/** Keeps listeners from writing and requesting songs for a while. A row of the database: it holds everywhere. */
export function createTimeouts({
  db,
  clock,
  publishToUser,
}: Pick<ChatContext, 'db' | 'clock' | 'publishToUser'>) {
  const now = () => new Date(clock.now())
  const publish = (userId: number, until: Date | null) => {
    const event: TimeoutEvent = { type: 'CHAT_TIMEOUT', until: until?.toISOString() ?? null }
    publishToUser(userId, destinationFor(DESTINATIONS.notifications), event)
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
      const { until, isNew } = await db
        .transaction()
        .execute((trx) => storeTimeout(trx, { actor, target, broadcastId, now }))
      if (isNew) publish(target.id, until)
      return until
    },
    /** Ends it; where there is none, nothing changes. Throws NOT_FOUND, and NOT_LIVE for a DJ who is off air. */
    async lift(actor: Person, target: Person, broadcastId: number): Promise<void> {
      const wasRunning = await db
        .transaction()
        .execute((trx) => endTimeout(trx, { actor, target, broadcastId, now }))
      if (wasRunning) publish(target.id, null)
    },
    /** Until when somebody is in one; null for who is in none. */
    find: (personId: number): Promise<Date | null> => findTimeout(db, personId, clock.now()),
    async forgetExpired(): Promise<void> {
      await db.deleteFrom('chat_timeouts').where('until', '<=', new Date(clock.now())).execute()
    },
  }
}

const LISTENERS_ALONE = 'Only listeners can be given a timeout.'
