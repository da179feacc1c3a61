import { MAX_REMINDERS } from '@carillon/contract/notifications/schemas'
import { canSeeBroadcast } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
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
export function createShowReminders({ db, clock }: { db: Db; clock: Clock }) {
  const now = () => new Date(clock.now())
  return {
    /** The broadcast. Throws NOT_FOUND, also for a draft that is not theirs. */
    async load(person: Person, id: number): Promise<Show> {
      const show = await findShow(db, id, now())
      if (!show || !canSeeBroadcast(person, show)) throw new AppError('NOT_FOUND')
      return show
    },
    async isSet({ id: userId }: Person, { id }: Show): Promise<boolean> {
      const { rows } = await sql`SELECT 1 FROM show_reminders
        WHERE user_id = ${userId} AND broadcast_id = ${id}`.execute(db)
      return rows.length > 0
    },
    /** Sets it; one that is set stays. Throws WRONG_STATE for a broadcast that is not to come, and for more than fit. */
    async set({ id: userId }: Person, { id, isToCome }: Show): Promise<void> {
      if (!isToCome)
        throw new AppError('WRONG_STATE', { message: 'This show has begun, or its time has passed.' })
      await db.transaction().execute(async (trx) => {
        await makeRoom(trx, { userId, broadcastId: id, now: now() })
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

/** Whether it may still begin: one that nobody started by its end did not take place. */
const isToCome = (now: Date) =>
  sql`b.deleted_at IS NULL AND b.status IN ('SCHEDULED', 'TESTING') AND b.scheduled_end > ${now}`

async function findShow(db: Executor, id: number, now: Date): Promise<Show | undefined> {
  const { rows } = await sql<Show>`SELECT b.id, b.unlisted AS "isUnlisted", ${isToCome(now)} AS "isToCome",
      b.created_by AS "createdById", b.started_by AS "startedById"
    FROM broadcasts b WHERE b.id = ${id} AND b.deleted_at IS NULL`.execute(db)
  return rows[0]
}

type Asked = { userId: number; broadcastId: number; now: Date }

/** Forgets those of shows that are not to come any more. Of two requests of one person, one waits. */
async function makeRoom(trx: Executor, { userId, broadcastId, now }: Asked): Promise<void> {
  await sql`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(trx)
  await sql`DELETE FROM show_reminders r USING broadcasts b
    WHERE r.user_id = ${userId} AND b.id = r.broadcast_id AND NOT (${isToCome(now)})`.execute(trx)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM show_reminders
    WHERE user_id = ${userId} AND broadcast_id <> ${broadcastId}`.execute(trx)
  if ((rows[0]?.count ?? 0) >= MAX_REMINDERS) throw new AppError('WRONG_STATE', { message: NO_ROOM })
}

const NO_ROOM = `You have ${MAX_REMINDERS} reminders already. Remove one first.`
