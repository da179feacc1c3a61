import { STARTING_SOON_MINUTES } from '@carillon/contract/notifications/schemas'
import { sql } from 'kysely'
import { askedReminder, startingSoonNotification } from './broadcast-notifications.ts'
import { mayRemind } from './show-pace.ts'
import { insertNotification, shorten } from './store.ts'
import type { Db, Executor } from './table.ts'

type Due = { id: number; title: string; created_by: number; starts_at: Date }

const SOON_MS = STARTING_SOON_MINUTES * 60_000
/** Time before a start within which a show must have been made to be reminded of: later ones are news already. */
const MADE_BEFORE = sql`interval '1 minute'`

/**
 * Writes the reminders that are due: of what starts within 15 minutes and has not begun. A broadcast that was moved to
 * later is reminded of again, once for each later start; moved to earlier it is not. Any number of instances may ask at
 * once: the database gives each reminder to one.
 */
export async function writeReminders(db: Db, now: Date, timeZone: string): Promise<void> {
  const until = new Date(now.getTime() + SOON_MS)
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Due>`WITH due AS (
        INSERT INTO broadcast_reminders AS r (broadcast_id, starts_at)
        SELECT id, scheduled_start FROM broadcasts
        WHERE deleted_at IS NULL AND NOT unlisted AND status IN ('SCHEDULED', 'TESTING') AND scheduled_start > ${now}
          AND scheduled_start <= ${until}
          AND scheduled_start > created_at + ${MADE_BEFORE}
        ORDER BY id
        ON CONFLICT (broadcast_id) DO UPDATE SET starts_at = excluded.starts_at
        WHERE r.starts_at < excluded.starts_at
        RETURNING r.broadcast_id, r.starts_at)
      SELECT b.id, b.title, b.created_by, due.starts_at FROM due JOIN broadcasts b ON b.id = due.broadcast_id
      ORDER BY due.starts_at, b.id`.execute(trx)
    for (const { id, title, created_by: djId, starts_at: startsAt } of rows)
      if (await mayRemind(trx, djId, now))
        await insertNotification(trx, startingSoonNotification({ id, title, startsAt, djId }, timeZone), now)
    await writeAsked(trx, { now, until, timeZone })
  })
}

/**
 * When the next reminder is to be written. Where somebody asked for one of a show that everyone was reminded of, until that
 * starts: whether theirs is written is left to the writing.
 */
export async function nextReminder(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ start: Date | null }>`SELECT min(b.scheduled_start) AS start
    FROM broadcasts b LEFT JOIN broadcast_reminders told ON told.broadcast_id = b.id
    WHERE b.deleted_at IS NULL AND NOT b.unlisted AND b.status IN ('SCHEDULED', 'TESTING')
      AND b.scheduled_start > ${now}
      AND CASE WHEN told.starts_at = b.scheduled_start
        THEN EXISTS (SELECT FROM show_reminders r WHERE r.broadcast_id = b.id)
        ELSE b.scheduled_start > b.created_at + ${MADE_BEFORE}
          AND (told.starts_at IS NULL OR told.starts_at < b.scheduled_start) END`.execute(db)
  const start = rows[0]?.start
  return start ? new Date(start.getTime() - SOON_MS) : null
}

type Window = { now: Date; until: Date; timeZone: string }

/** Reminds those who asked for what starts soon, also of what everyone was reminded of before they asked. */
async function writeAsked(trx: Executor, { now, until, timeZone }: Window): Promise<void> {
  const { rows } = await sql<Due>`SELECT b.id, b.title, b.created_by, told.starts_at
    FROM broadcasts b JOIN broadcast_reminders told ON told.broadcast_id = b.id AND told.starts_at = b.scheduled_start
    WHERE b.deleted_at IS NULL AND NOT b.unlisted AND b.status IN ('SCHEDULED', 'TESTING')
      AND b.scheduled_start > ${now} AND b.scheduled_start <= ${until}
      AND EXISTS (SELECT FROM show_reminders r WHERE r.broadcast_id = b.id)
    ORDER BY told.starts_at, b.id`.execute(trx)
  for (const due of rows) await writeAskedOf(trx, due, { now, timeZone })
}

/** Reminds those who asked for this broadcast, each once, unless the reminder of everyone tells them. */
async function writeAskedOf(
  trx: Executor,
  { id, title, created_by: djId, starts_at: startsAt }: Due,
  { now, timeZone }: Omit<Window, 'until'>,
): Promise<void> {
  const soon = startingSoonNotification({ id, title, startsAt, djId }, timeZone)
  const { type, message, link, keyPrefix } = askedReminder(soon, { id, startsAt })
  await sql`INSERT INTO notifications (type, message, link, user_id, dedupe_key, created_at)
    SELECT ${type}, ${shorten(message)}, ${link}, u.id, ${keyPrefix}::text || u.id, ${now}
    FROM show_reminders r JOIN users u ON u.id = r.user_id
    WHERE r.broadcast_id = ${id}
      AND NOT (u.notify_broadcast_reminders AND u.id <> ${djId}::integer
        AND EXISTS (SELECT FROM notifications n WHERE n.dedupe_key = ${soon.dedupeKey}
          AND n.created_at >= u.created_at))
      AND NOT EXISTS (SELECT FROM notifications n WHERE n.dedupe_key = ${keyPrefix}::text || u.id)
    ORDER BY u.id ON CONFLICT (dedupe_key) DO NOTHING`.execute(trx)
}
