import { MAX_REMINDERS } from '@carillon/contract/notifications/schemas'
import { canSeeBroadcast } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { AppError } from '../../kernel/app-error.ts'
import type { Db, Executor } from './table.ts'

/** A broadcast, as far as somebody may ask to be reminded of it. */
type Show = {
  id: number
  isUnlisted: boolean
  isToCome: boolean
  createdById: number
  startedById: number | null
}

export type ShowReminders = ReturnType<typeof createShowReminders>

/** Creates the service of the broadcasts that people asked to be reminded of. */
export function createShowReminders({ db }: { db: Db }) {
  return {
    /** The broadcast. Throws NOT_FOUND, also for a draft that is not theirs. */
    async load(person: Person, id: number): Promise<Show> {
      const show = await findShow(db, id)
      if (!show || !canSeeBroadcast(person, show)) throw new AppError('NOT_FOUND')
      return show
    },
    async isSet({ id: userId }: Person, { id }: Show): Promise<boolean> {
      const { rows } = await sql`SELECT 1 FROM show_reminders
        WHERE user_id = ${userId} AND broadcast_id = ${id}`.execute(db)
      return rows.length > 0
    },
    /** Sets it; one that is set stays. Throws WRONG_STATE once the broadcast has begun, and for more than fit. */
    async set({ id: userId }: Person, { id, isToCome }: Show): Promise<void> {
      if (!isToCome) throw new AppError('WRONG_STATE', { message: 'This show has begun already.' })
      await db.transaction().execute(async (trx) => {
        await makeRoom(trx, userId, id)
        await sql`INSERT INTO show_reminders (user_id, broadcast_id) VALUES (${userId}, ${id})
          ON CONFLICT DO NOTHING`.execute(trx)
      })
    },
    /** Removes it; where there is none, nothing changes. */
    async remove({ id: userId }: Person, { id }: Show): Promise<void> {
      await sql`DELETE FROM show_reminders WHERE user_id = ${userId} AND broadcast_id = ${id}`.execute(db)
    },
  }
}

const IS_TO_COME = sql`b.deleted_at IS NULL AND b.status IN ('SCHEDULED', 'TESTING')`

async function findShow(db: Executor, id: number): Promise<Show | undefined> {
  const { rows } = await sql<Show>`SELECT b.id, b.unlisted AS "isUnlisted", ${IS_TO_COME} AS "isToCome",
      b.created_by AS "createdById", b.started_by AS "startedById"
    FROM broadcasts b WHERE b.id = ${id} AND b.deleted_at IS NULL`.execute(db)
  return rows[0]
}

/** Forgets those of shows that have begun or were cancelled. Of two requests of one person, one waits. */
async function makeRoom(trx: Executor, userId: number, broadcastId: number): Promise<void> {
  await sql`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(trx)
  await sql`DELETE FROM show_reminders r USING broadcasts b
    WHERE r.user_id = ${userId} AND b.id = r.broadcast_id AND NOT (${IS_TO_COME})`.execute(trx)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM show_reminders
    WHERE user_id = ${userId} AND broadcast_id <> ${broadcastId}`.execute(trx)
  if ((rows[0]?.count ?? 0) >= MAX_REMINDERS) throw new AppError('WRONG_STATE', { message: NO_ROOM })
}

const NO_ROOM = `You have ${MAX_REMINDERS} reminders already. Remove one first.`
