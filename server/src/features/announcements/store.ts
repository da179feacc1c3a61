import type { Announcement } from '@carillon/contract/announcements/schemas'
import { MAX_PINNED } from '@carillon/contract/announcements/schemas'
import type { Person, Role } from '@carillon/contract/roles'
import { sql } from 'kysely'
import type { AnnouncementChange, Db, StoredAnnouncement, Words } from './table.ts'

export type PageRequest = { page: number; size: number }
export type StoredPage = { content: StoredAnnouncement[]; total: number }
/** Which announcements: of this status, of this author, or any. */
export type Filter = { status?: Announcement['status']; authorId?: number }

/** One announcement, deleted ones too; undefined when there never was one. */
export async function findAnnouncement(db: Db, id: number): Promise<StoredAnnouncement | undefined> {
  const row = await select(db).where('a.id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/**
 * One announcement, held against other transactions until this one ends. Two statements: one that waits for a lock sees
 * the new row, but its joins as they were before.
 */
export async function lockAnnouncement(trx: Db, id: number): Promise<StoredAnnouncement | undefined> {
  await trx.selectFrom('announcements').select('id').where('id', '=', id).forUpdate().execute()
  return findAnnouncement(trx, id)
}

/** Stores a new draft and gives it back. */
export async function insertDraft(
  trx: Db,
  words: Words,
  createdBy: number,
  now: Date,
): Promise<StoredAnnouncement> {
  const { id } = await trx
    .insertInto('announcements')
    .values({ ...columnsOf(words), created_by: createdBy, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return existing(trx, id)
}

/** Changes an announcement that the transaction holds, and gives it back. */
export async function updateAnnouncement(
  trx: Db,
  id: number,
  change: AnnouncementChange,
): Promise<StoredAnnouncement> {
  await trx.updateTable('announcements').set(change).where('id', '=', id).execute()
  return existing(trx, id)
}

/** The columns that hold words and image. */
export function columnsOf({ title, content, imageUrl, imageAlt }: Words) {
  return { title, content, image_url: imageUrl, image_alt: imageAlt }
}

/**
 * A place on top that is free, null when all three are taken. Anyone who looks for one waits for those before: the key of
 * the lock is this migration's number, known to nobody else.
 */
export async function claimPinPlace(trx: Db): Promise<number | null> {
  await sql`SELECT pg_advisory_xact_lock(11)`.execute(trx)
  const rows = await trx
    .selectFrom('announcements')
    .select('pin_place')
    .where('pin_place', 'is not', null)
    .execute()
  const taken = new Set(rows.map(({ pin_place }) => pin_place))
  const places = Array.from({ length: MAX_PINNED }, (_, at) => at + 1)
  return places.find((place) => !taken.has(place)) ?? null
}

/** The feed: pinned ones first, latest pin first, then newest first. */
export function listFeed(db: Db, request: PageRequest): Promise<StoredPage> {
  return listPage(db, { status: 'PUBLISHED' }, request, (query) =>
    query
      .orderBy(sql`a.pinned_at IS NULL`)
      .orderBy('a.pinned_at', 'desc')
      .orderBy('a.published_at', 'desc')
      .orderBy('a.id', 'desc'),
  )
}

/** Announcements that match the filter, newest first. */
export function listNewest(db: Db, filter: Filter, request: PageRequest): Promise<StoredPage> {
  return listPage(db, filter, request, (query) => query.orderBy('a.id', 'desc'))
}

/**
 * Holds one announcement whose time has come, its id; null when there is none but `skipped`. What another instance works
 * at in this moment is left to it.
 */
export async function claimDue(trx: Db, now: Date, skipped: readonly number[]): Promise<number | null> {
  const due = trx
    .selectFrom('announcements')
    .select('id')
    .where('status', '=', 'SCHEDULED')
    .where('deleted_at', 'is', null)
    .where('scheduled_for', '<=', now)
    .where('id', '<>', sql<number>`ALL(${skipped}::integer[])`)
    .orderBy('scheduled_for')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return (await due.executeTakeFirst())?.id ?? null
}

/** Archives what has expired; what expired before it could be published, too. Gives their ids. */
export async function archiveExpired(db: Db, now: Date): Promise<number[]> {
  const archived = await db
    .updateTable('announcements')
    .set(({ ref }) => ({
      status: 'ARCHIVED',
      archived_from: ref('status').$castTo<'PUBLISHED' | 'SCHEDULED'>(),
      pin_place: null,
      pinned_at: null,
      updated_at: now,
    }))
    .where('status', 'in', ['PUBLISHED', 'SCHEDULED'])
    .where('deleted_at', 'is', null)
    .where('expires_at', '<=', now)
    .returning('id')
    .execute()
  return archived.map(({ id }) => id)
}

/** When the next one is to be published or archived. */
export async function nextDue(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT least(min(expires_at), min(scheduled_for) FILTER (WHERE status = 'SCHEDULED')) AS at FROM announcements
    WHERE status IN ('PUBLISHED', 'SCHEDULED') AND deleted_at IS NULL`.execute(db)
  return rows[0]?.at ?? null
}

/** Which of these images an announcement shows. */
export async function findShownImages(db: Db, urls: readonly string[]): Promise<Set<string>> {
  if (urls.length === 0) return new Set()
  const rows = await db
    .selectFrom('announcements')
    .select('image_url')
    .where('image_url', 'in', urls)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ image_url }) => image_url ?? []))
}

type Query = ReturnType<typeof select>

async function listPage(
  db: Db,
  { status, authorId }: Filter,
  { page, size }: PageRequest,
  inOrder: (query: Query) => Query,
): Promise<StoredPage> {
  let query = select(db).where('a.deleted_at', 'is', null)
  let counted = db
    .selectFrom('announcements')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
  if (status) {
    query = query.where('a.status', '=', status)
    counted = counted.where('status', '=', status)
  }
  if (authorId) {
    query = query.where('a.created_by', '=', authorId)
    counted = counted.where('created_by', '=', authorId)
  }
  const { total } = await counted.executeTakeFirstOrThrow()
  const rows = await inOrder(query)
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: rows.map(toStored), total }
}

function select(db: Db) {
  return db
    .selectFrom('announcements as a')
    .innerJoin('users as author', 'author.id', 'a.created_by')
    .leftJoin('users as approver', 'approver.id', 'a.approved_by')
    .selectAll('a')
    .select(['author.firstname as author_firstname', 'author.lastname as author_lastname'])
    .select(['author.role as author_role', 'approver.role as approver_role'])
    .select(['approver.firstname as approver_firstname', 'approver.lastname as approver_lastname'])
}

type Row = Awaited<ReturnType<Query['executeTakeFirstOrThrow']>>

async function existing(db: Db, id: number): Promise<StoredAnnouncement> {
  return toStored(await select(db).where('a.id', '=', id).executeTakeFirstOrThrow())
}

function toStored(row: Row): StoredAnnouncement {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    status: row.status,
    state: row.deleted_at ? 'GONE' : row.status,
    archivedFrom: row.archived_from,
    pinnedAt: row.pinned_at,
    scheduledFor: row.scheduled_for,
    expiresAt: row.expires_at,
    publishedAt: row.published_at,
    rejectionReason: row.rejection_reason,
    createdBy: personOf(row.created_by, row.author_firstname, row.author_lastname, row.author_role),
    approvedBy:
      row.approved_by === null || row.approver_role === null
        ? null
        : personOf(row.approved_by, row.approver_firstname, row.approver_lastname, row.approver_role),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function personOf(id: number, firstname: string | null, lastname: string | null, role: Role): Person {
  return { id, name: `${firstname} ${lastname}`.trim(), role }
}
