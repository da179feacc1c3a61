import { sql } from 'kysely'
import type { Db, StoredPlay, StoredSong } from './table.ts'

/** Entries that sounded at `from` or later, and before `to`; either may be open. */
export type PlaysWindow = { from?: string | undefined; to?: string | undefined }

/** A page of the entries in a window, newest first, and how many there are. */
export async function listPlays(
  db: Db,
  window: PlaysWindow,
  { page, size }: { page: number; size: number },
): Promise<{ content: StoredPlay[]; total: number }> {
  const { total } = await within(db, window)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await select(within(db, window))
    .orderBy('p.started_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: rows.map(toStored), total: Number(total) }
}

/** The next entries after one, in the order in which they were written. */
export async function listPlaysAfter(
  db: Db,
  window: PlaysWindow,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPlay[]> {
  const rows = await select(within(db, window))
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map(toStored)
}

/** The newest songs that were named in a show. */
export async function listSongs(db: Db, broadcastId: number, limit: number): Promise<StoredSong[]> {
  return db
    .selectFrom('plays')
    .select(['id', 'title', 'artist', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('broadcast_id', '=', broadcastId)
    .where('kind', '=', 'LIVE')
    .where('title', 'is not', null)
    .where('artist', 'is not', null)
    .$narrowType<{ title: string; artist: string }>()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The broadcast of this id and its people; undefined when there is none or it was deleted. */
export async function findOwned(db: Db, id: number) {
  return db
    .selectFrom('broadcasts')
    .select(['created_by as createdById', 'started_by as startedById', 'unlisted as isUnlisted'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

function within(db: Db, { from, to }: PlaysWindow) {
  let query = db.selectFrom('plays as p').leftJoin('broadcasts as b', 'b.id', 'p.broadcast_id')
  if (from !== undefined) query = query.where(sql`coalesce(p.ended_at, 'infinity')`, '>', new Date(from))
  if (to !== undefined) query = query.where('p.started_at', '<', new Date(to))
  return query
}

function select(query: ReturnType<typeof within>) {
  return query
    .leftJoin('users as dj', 'dj.id', 'b.started_by')
    .select(['p.id', 'p.kind', 'p.title', 'p.artist', 'p.listeners', 'p.started_at', 'p.ended_at'])
    .select(['b.id as broadcast_id', 'b.title as broadcast_title'])
    .select(['dj.id as dj_id', 'dj.firstname', 'dj.lastname', 'dj.role'])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredPlay {
  const { id, kind, title, artist, listeners, broadcast_id, broadcast_title, dj_id, role } = row
  const name = `${row.firstname ?? ''} ${row.lastname ?? ''}`.trim()
  return {
    id,
    kind,
    title,
    artist,
    listeners,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    broadcast:
      broadcast_id === null || broadcast_title === null ? null : { id: broadcast_id, title: broadcast_title },
    dj: dj_id === null || role === null ? null : { id: dj_id, name, role },
  }
}
