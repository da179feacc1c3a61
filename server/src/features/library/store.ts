import type { LibraryQuota } from '@carillon/contract/library/schemas'
import { isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { MAX_REQUESTED_LENGTH } from '@carillon/contract/song-requests/schemas'
import { MAX_SUGGESTIONS, type SongSuggestion } from '@carillon/contract/song-requests/suggestions'
import { sql } from 'kysely'
import { anywhere } from '../../db/like-pattern.ts'
import type { Db, ItemWords, StoredItem } from './table.ts'
import type { Verified } from './verify/verify-file.ts'

/** Key of the lock of those who add items: the migration's number, known to nobody else. */
const LIBRARY_LOCK = 480

/** Which items, as seen by `person`: of DJs, what others let rest is left out. */
export type ItemFilter = {
  person: Person
  search?: string | undefined
  kind?: StoredItem['kind'] | undefined
  owner: 'all' | 'me'
}

/** One item; undefined when there is none. */
export async function findItem(db: Db, id: number): Promise<StoredItem | undefined> {
  const row = await selectItems(db).where('i.id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/** A page of the items that match the filter, newest first, and how many there are. */
export async function listItems(
  db: Db,
  filter: ItemFilter,
  { page, size }: { page: number; size: number },
): Promise<{ content: StoredItem[]; total: number }> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await columns(matching(db, filter))
    .orderBy('i.id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: rows.map(toStored), total: Number(total) }
}

/** Tracks that listeners may request, whose title or artist contains a text, by title; those too long to ask for are left out. */
export function listSuggestions(db: Db, text: string): Promise<SongSuggestion[]> {
  return db
    .selectFrom('library_items')
    .select(['title', 'artist'])
    .distinct()
    .where('is_requestable', '=', true)
    .where('kind', '=', 'TRACK')
    .where('state', '=', 'READY')
    .where(sql<boolean>`concat_ws(' ', title, artist) ILIKE ${anywhere(text)}`)
    .where(sql<boolean>`greatest(char_length(title), char_length(artist)) <= ${MAX_REQUESTED_LENGTH}`)
    .orderBy('title')
    .orderBy('artist')
    .limit(MAX_SUGGESTIONS)
    .execute()
}

/** Room that all items take, and those of one person. */
export async function sumItems(
  db: Db,
  ownerId: number,
): Promise<Omit<LibraryQuota, 'quotaBytes' | 'canConvert'>> {
  const row = await db
    .selectFrom('library_items')
    .select([
      sql<string>`coalesce(sum(bytes), 0)`.as('usedBytes'),
      sql<string>`count(*)`.as('items'),
      sql<string>`coalesce(sum(bytes) FILTER (WHERE owner_id = ${ownerId}), 0)`.as('ownBytes'),
      sql<string>`count(*) FILTER (WHERE owner_id = ${ownerId})`.as('ownItems'),
    ])
    .executeTakeFirstOrThrow()
  const { usedBytes, items, ownBytes, ownItems } = row
  return {
    usedBytes: Number(usedBytes),
    items: Number(items),
    ownBytes: Number(ownBytes),
    ownItems: Number(ownItems),
  }
}

/** Those who add items come one after the other: what they find room for stays free until the transaction ends. */
export async function holdLibrary(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LIBRARY_LOCK})`.execute(trx)
}

/** The title of the item that has these packets; undefined when there is none. */
export async function findSame(db: Db, digest: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('library_items')
    .select('title')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row?.title
}

/** Stores an item and gives its id. */
export async function insertItem(
  trx: Db,
  words: ItemWords,
  file: Verified & { fileName: string; ownerId: number; createdAt: Date },
): Promise<number> {
  const { fileName, digest, bytes, durationMs, loudness, peak, ownerId, createdAt } = file
  const { id } = await trx
    .insertInto('library_items')
    .values({
      ...columnsOf(words),
      file_name: fileName,
      digest,
      bytes,
      duration_ms: durationMs,
      loudness,
      peak,
      owner_id: ownerId,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the words about an item. One that is no track any more leaves its playlists. */
export async function updateItem(db: Db, id: number, words: ItemWords): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('library_items').set(columnsOf(words)).where('id', '=', id).execute()
    if (words.kind !== 'TRACK') await trx.deleteFrom('playlist_items').where('item_id', '=', id).execute()
  })
}

export async function removeItem(db: Db, id: number): Promise<void> {
  await db.deleteFrom('library_items').where('id', '=', id).execute()
}

/** Which of these files belong to an item. */
export async function findKnownFiles(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('library_items')
    .select('file_name')
    .where('file_name', 'in', names)
    .execute()
  return new Set(rows.map(({ file_name }) => file_name))
}

function columnsOf({ kind, state, title, artist, album, year, isRequestable, rightsNote }: ItemWords) {
  return { kind, state, title, artist, album, year, is_requestable: isRequestable, rights_note: rightsNote }
}

function joined(db: Db) {
  return db.selectFrom('library_items as i').innerJoin('users as owner', 'owner.id', 'i.owner_id')
}

function matching(db: Db, { person, search = '', kind, owner }: ItemFilter) {
  const text = search.trim()
  let query = joined(db)
  if (!isStaff(person))
    query = query.where((eb) => eb.or([eb('i.state', '=', 'READY'), eb('i.owner_id', '=', person.id)]))
  if (owner === 'me') query = query.where('i.owner_id', '=', person.id)
  if (kind) query = query.where('i.kind', '=', kind)
  if (text !== '')
    query = query.where(sql<boolean>`concat_ws(' ', i.title, i.artist, i.album) ILIKE ${anywhere(text)}`)
  return query
}

function columns(query: ReturnType<typeof joined>) {
  return query.selectAll('i').select(['owner.firstname', 'owner.lastname', 'owner.role'])
}

/** Items with those who uploaded them, for queries of others. */
export const selectItems = (db: Db) => columns(joined(db))

/** Items from the rows of such a query. */
export const itemsOf = (rows: readonly Row[]): StoredItem[] => rows.map(toStored)

type Row = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredItem {
  const { id, kind, state, title, artist, album, year, bytes, loudness, peak, sha256 } = row
  return {
    id,
    kind,
    state,
    title,
    artist,
    album,
    year,
    bytes,
    loudness,
    peak,
    sha256,
    isRequestable: row.is_requestable,
    rightsNote: row.rights_note,
    fileName: row.file_name,
    durationMs: row.duration_ms,
    owner: { id: row.owner_id, name: `${row.firstname} ${row.lastname}`.trim(), role: row.role },
    createdAt: row.created_at,
  }
}
