import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { sql } from 'kysely'
import type { History } from './pace.ts'
import type { Address, Db, NewSongRequest, StoredSongRequest } from './table.ts'

export type PageRequest = { page: number; size: number }
export type Stats = Record<'total' | Lowercase<SongRequest['status']>, number>

/** One request of a show, deleted ones too. */
export async function findSongRequest(
  db: Db,
  { id, requestId }: Address,
): Promise<StoredSongRequest | undefined> {
  const row = await select(db)
    .where('r.id', '=', requestId)
    .where('r.broadcast_id', '=', id)
    .executeTakeFirst()
  return row && toStored(row)
}

/**
 * One request of a show, held against other transactions until this one ends. Two statements: one that waits for a lock
 * sees the new row, but its joins as they were before.
 */
export async function lockSongRequest(trx: Db, address: Address): Promise<StoredSongRequest | undefined> {
  const held = trx.selectFrom('song_requests').select('id').where('id', '=', address.requestId)
  await held.forUpdate().execute()
  return findSongRequest(trx, address)
}

/** Stores a new request and gives it back. */
export async function insertSongRequest(trx: Db, values: NewSongRequest): Promise<StoredSongRequest> {
  const inserted = trx.insertInto('song_requests').values(values).returning('id')
  const { id } = await inserted.executeTakeFirstOrThrow()
  return toStored(await select(trx).where('r.id', '=', id).executeTakeFirstOrThrow())
}

/** Changes a request that the transaction holds. */
export async function updateSongRequest(
  trx: Db,
  id: number,
  change: { status: SongRequest['status'] } | { deleted_at: Date },
): Promise<void> {
  await trx.updateTable('song_requests').set(change).where('id', '=', id).execute()
}

/** Earlier requests of somebody: the latest of all, taken back or not, and how many wait in this show. */
export async function historyOf(trx: Db, broadcastId: number, personId: number): Promise<History> {
  const { last } = await trx
    .selectFrom('song_requests')
    .select((eb) => eb.fn.max<Date | null>('created_at').as('last'))
    .where('requested_by', '=', personId)
    .executeTakeFirstOrThrow()
  const { waiting } = await trx
    .selectFrom('song_requests')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('requested_by', '=', personId)
    .where('broadcast_id', '=', broadcastId)
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { lastMs: last?.getTime() ?? null, waiting }
}

/** The newest `limit` requests of a show, oldest first. */
export async function listOfShow(db: Db, broadcastId: number, limit: number): Promise<StoredSongRequest[]> {
  const rows = await select(db)
    .where('r.broadcast_id', '=', broadcastId)
    .where('r.deleted_at', 'is', null)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toStored).reverse()
}

/** Requests across shows, newest first. */
export async function listAll(
  db: Db,
  request: PageRequest,
): Promise<{ content: StoredSongRequest[]; total: number }> {
  const { total } = await statsOf(db)
  const rows = await select(db)
    .where('r.deleted_at', 'is', null)
    .orderBy('r.id', 'desc')
    .limit(request.size)
    .offset(request.page * request.size)
    .execute()
  return { content: rows.map(toStored), total }
}

/** Numbers of requests, across shows. */
export async function statsOf(db: Db): Promise<Stats> {
  const { rows } = await sql<Stats>`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE status = 'PENDING') AS pending,
      count(*) FILTER (WHERE status = 'ACCEPTED') AS accepted,
      count(*) FILTER (WHERE status = 'PLAYED') AS played,
      count(*) FILTER (WHERE status = 'DECLINED') AS declined
    FROM song_requests WHERE deleted_at IS NULL`.execute(db)
  return rows[0] ?? { total: 0, pending: 0, accepted: 0, played: 0, declined: 0 }
}

function select(db: Db) {
  return db
    .selectFrom('song_requests as r')
    .innerJoin('users as u', 'u.id', 'r.requested_by')
    .selectAll('r')
    .select(['u.firstname', 'u.lastname', 'u.role'])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredSongRequest {
  const name = `${row.firstname} ${row.lastname}`.trim()
  return {
    id: row.id,
    broadcastId: row.broadcast_id,
    songTitle: row.song_title,
    artist: row.artist,
    message: row.message,
    status: row.status,
    requestedBy: { id: row.requested_by, name, role: row.role },
    createdAt: row.created_at,
    isDeleted: row.deleted_at !== null,
  }
}
