import type { Playlist, PlaylistBody } from '@carillon/contract/library/playlists'
import { sql } from 'kysely'
import { itemsOf, selectItems } from '../store.ts'
import type { Db } from '../table.ts'

/** Key of the lock of those who make playlists: the migration's number, known to nobody else. */
const PLAYLISTS_LOCK = 481

/** All playlists, by name. */
export async function findPlaylists(db: Db): Promise<Playlist[]> {
  const rows = await select(db).orderBy(sql`lower(p.name)`).orderBy('p.id').execute()
  return withHours(db, rows.map(toPlaylist))
}

/** One playlist without its tracks; undefined when there is none. */
export async function findPlaylist(db: Db, id: number): Promise<Playlist | undefined> {
  const row = await select(db).where('p.id', '=', id).executeTakeFirst()
  return row && (await withHours(db, [toPlaylist(row)]))[0]
}

/** The tracks of a playlist, in order. */
export async function findPlaylistItems(db: Db, id: number) {
  const rows = await selectItems(db)
    .innerJoin('playlist_items as e', 'e.item_id', 'i.id')
    .where('e.playlist_id', '=', id)
    .orderBy('e.position')
    .execute()
  return itemsOf(rows)
}

/** Number of playlists; those who make one come one after the other. */
export async function countPlaylists(trx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(${PLAYLISTS_LOCK})`.execute(trx)
  const { count } = await trx
    .selectFrom('playlists')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertPlaylist(trx: Db, { name, weight, hours }: PlaylistBody): Promise<number> {
  const { id } = await trx
    .insertInto('playlists')
    .values({ name, weight })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertHours(trx, id, hours)
  return id
}

/** Changes a playlist; false when there is none. */
export async function changePlaylist(
  trx: Db,
  id: number,
  { name, weight, hours }: PlaylistBody,
): Promise<boolean> {
  const row = await trx
    .updateTable('playlists')
    .set({ name, weight })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await trx.deleteFrom('playlist_hours').where('playlist_id', '=', id).execute()
  await insertHours(trx, id, hours)
  return true
}

/** Sets the tracks of a playlist, which holdTracks holds; false when there is no such playlist any more. */
export async function replaceItems(trx: Db, id: number, itemIds: readonly number[]): Promise<boolean> {
  const row = await trx
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  await trx.deleteFrom('playlist_items').where('playlist_id', '=', id).execute()
  if (itemIds.length === 0) return true
  const rows = itemIds.map((item_id, position) => ({ playlist_id: id, position, item_id }))
  await trx.insertInto('playlist_items').values(rows).execute()
  return true
}

/** Which of these are tracks of the library, held until the transaction ends. */
export async function holdTracks(trx: Db, itemIds: readonly number[]): Promise<Set<number>> {
  if (itemIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('library_items')
    .select('id')
    .where('id', 'in', itemIds)
    .where('kind', '=', 'TRACK')
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function removePlaylist(db: Db, id: number): Promise<void> {
  await db.deleteFrom('playlists').where('id', '=', id).execute()
}

async function insertHours(trx: Db, id: number, hours: PlaylistBody['hours']): Promise<void> {
  if (hours.length === 0) return
  const rows = hours.map(({ day, from, to }) => ({
    playlist_id: id,
    day,
    from_minute: from,
    to_minute: to,
  }))
  await trx.insertInto('playlist_hours').values(rows).execute()
}

function select(db: Db) {
  return db
    .selectFrom('playlists as p')
    .leftJoin('playlist_items as e', 'e.playlist_id', 'p.id')
    .leftJoin('library_items as i', 'i.id', 'e.item_id')
    .groupBy('p.id')
    .select(['p.id', 'p.name', 'p.weight'])
    .select([
      sql<string>`count(i.id)`.as('tracks'),
      sql<string>`count(i.id) FILTER (WHERE i.state = 'READY' AND i.kind = 'TRACK')`.as('playable'),
      sql<string>`coalesce(sum(i.duration_ms), 0)`.as('durationMs'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toPlaylist({ tracks, playable, durationMs, ...row }: Row): Playlist {
  return {
    ...row,
    hours: [],
    tracks: Number(tracks),
    playable: Number(playable),
    durationMs: Number(durationMs),
  }
}

async function withHours(db: Db, playlists: Playlist[]): Promise<Playlist[]> {
  if (playlists.length === 0) return []
  const ids = playlists.map(({ id }) => id)
  const rows = await db
    .selectFrom('playlist_hours')
    .select(['playlist_id', 'day', 'from_minute as from', 'to_minute as to'])
    .where('playlist_id', 'in', ids)
    .orderBy('day')
    .orderBy('from_minute')
    .execute()
  const byPlaylist = Map.groupBy(rows, ({ playlist_id }) => playlist_id)
  return playlists.map((playlist) => ({
    ...playlist,
    hours: (byPlaylist.get(playlist.id) ?? []).map(({ day, from, to }) => ({ day, from, to })),
  }))
}
