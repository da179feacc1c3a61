import { sql } from 'kysely'
import type { SoundingItem } from './ports.ts'
import type { PlayedItem } from './rules/rules.ts'
import { startsUpTo } from './rules/starts-up-to.ts'
import type { Db } from './table.ts'

/** An instance that goes on with an item knows its place to about so much. */
const SAME_START_MS = 5_000
/** One that stops ends the entry; another goes on with the item within this. */
const TAKE_OVER_MS = 10_000

/**
 * Begins the entry of an item between shows, and ends one that a crash left open. An item that another instance began goes
 * on in its entry. No entry begins before the last one has ended, however the clock was set since.
 */
export async function beginItem(
  db: Db,
  item: SoundingItem,
  { listeners, at }: { listeners: number; at: Date },
): Promise<void> {
  const endsBy = new Date(item.startedAtMs + item.durationMs)
  await db.transaction().execute(async (trx) => {
    const [last] = await trx
      .selectFrom('plays')
      .select(['id', 'item_id', 'broadcast_id', 'kind', 'ends_by', 'ended_at'])
      .where('kind', '<>', 'LIVE')
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    const isSame =
      last?.kind === item.kind && last.item_id === item.itemId && last.broadcast_id === item.broadcastId
    // A replay that went on after a show began later than its beginning.
    const awayMs = (last?.ends_by?.getTime() ?? 0) - endsBy.getTime()
    if (isSame && Math.abs(awayMs) < SAME_START_MS && (await wasLeftOpen(trx, last.ended_at, at))) {
      await trx.updateTable('plays').set({ ended_at: null }).where('id', '=', last.id).execute()
      return
    }
    await sql`
      UPDATE plays SET ended_at = greatest(started_at, least(${at}::timestamptz, ends_by))
      WHERE kind <> 'LIVE' AND ended_at IS NULL`.execute(trx)
    await sql`
      WITH start AS (
        SELECT greatest(${at}::timestamptz, max(ended_at)) AS at FROM plays WHERE kind <> 'LIVE'
      )
      INSERT INTO plays (broadcast_id, item_id, kind, title, artist, listeners, started_at, ends_by)
      SELECT ${item.broadcastId}::integer, (SELECT id FROM library_items WHERE id = ${item.itemId}::integer),
        ${item.kind}, ${item.title}, ${item.artist ?? ''}, ${listeners}::integer, at,
        greatest(at, ${endsBy}::timestamptz)
      FROM start`.execute(trx)
  })
}

/** Whether an entry has not ended, or only just, by an instance that stopped: no show came after it. */
async function wasLeftOpen(trx: Db, endedAt: Date | null, at: Date): Promise<boolean> {
  if (!endedAt) return true
  if (at.getTime() - endedAt.getTime() >= TAKE_OVER_MS) return false
  const shows = trx.selectFrom('plays').select('id').where('kind', '=', 'LIVE')
  return (await shows.where('started_at', '>=', endedAt).limit(1).execute()).length === 0
}

/** Notes that the bed that sounds has begun again: after a crash its entry has ended by then at the latest. */
export async function extendItem(db: Db, endsBy: Date): Promise<void> {
  await sql`
    UPDATE plays SET ends_by = greatest(started_at, ${endsBy}::timestamptz)
    WHERE kind = 'BED' AND ended_at IS NULL`.execute(db)
}

/** Ends the entry of what sounds between shows, if there is one. */
export async function endItem(db: Db, at: Date): Promise<void> {
  await sql`
    UPDATE plays SET ended_at = greatest(started_at, ${at}::timestamptz)
    WHERE kind <> 'LIVE' AND ended_at IS NULL`.execute(db)
}

/**
 * Items that went out between shows since `since`, oldest first, as far as is known by `now`. Beds are not among them: no
 * rule asks for them.
 */
export async function listPlayed(db: Db, since: Date, now: number): Promise<PlayedItem[]> {
  const rows = await db
    .selectFrom('plays as p')
    .leftJoin('library_items as i', 'i.id', 'p.item_id')
    .leftJoin('recordings as r', 'r.broadcast_id', 'p.broadcast_id')
    .select(['p.kind', 'p.broadcast_id', 'p.item_id', 'p.artist', 'p.started_at', 'i.kind as item_kind'])
    .select((eb) => eb.fn.coalesce('i.duration_ms', 'r.duration_ms', sql.lit(0)).as('duration_ms'))
    .where('p.started_at', '>=', since)
    .where('p.kind', 'in', ['REPLAY', 'TRACK', 'JINGLE'])
    .orderBy('p.started_at')
    .orderBy('p.id')
    .execute()
  const items = rows.map((row) => ({
    ...row,
    startedAt: row.started_at.getTime(),
    durationMs: row.duration_ms,
  }))
  return startsUpTo(items, now).flatMap(({ kind, broadcast_id, item_id, item_kind, artist, startedAt }) => {
    const id = kind === 'REPLAY' ? broadcast_id : item_id
    const played = kind === 'REPLAY' ? kind : item_kind
    if (id === null || played === null || played === 'BED') return []
    return [{ kind: played, id, artist: artist || null, startedAt }]
  })
}
