import type { Person, Role } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { stateOf } from './states.ts'
import type { BroadcastChange, Db, NewBroadcast, StoredBroadcast } from './table.ts'

export type PageRequest = { page: number; size: number }
/** Window for planned starts: at `from` or later, and before `until`; either may be open. */
export type PlannedWindow = { from?: string | undefined; until?: string | undefined }
export type StoredPage = { content: StoredBroadcast[]; total: number }

/** One broadcast, deleted ones too; undefined when there never was one. */
export async function findBroadcast(db: Db, id: number): Promise<StoredBroadcast | undefined> {
  const row = await select(db).where('b.id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/**
 * One broadcast, held against other transactions until this one ends. Two statements: one that waits for a lock sees
 * the new row, but its joins as they were before.
 */
export async function lockBroadcast(trx: Db, id: number): Promise<StoredBroadcast | undefined> {
  await trx.selectFrom('broadcasts').select('id').where('id', '=', id).forUpdate().execute()
  return findBroadcast(trx, id)
}

/** Stores a new broadcast and gives it back. */
export async function insertBroadcast(trx: Db, values: NewBroadcast): Promise<StoredBroadcast> {
  const inserted = trx.insertInto('broadcasts').values(values).returning('id')
  const { id } = await inserted.executeTakeFirstOrThrow()
  return existing(trx, id)
}

/** Changes a broadcast and gives it back; calendars learn that their copy is old. */
export async function updateBroadcast(
  trx: Db,
  id: number,
  change: BroadcastChange,
  now: Date,
): Promise<StoredBroadcast> {
  const revision = isRevision(change) ? { revision: sql<number>`revision + 1`, revised_at: now } : {}
  await trx
    .updateTable('broadcasts')
    .set({ ...change, ...revision })
    .where('id', '=', id)
    .execute()
  return existing(trx, id)
}

/** Columns of a broadcast that calendars show. */
const CALENDAR_COLUMNS = ['title', 'description', 'scheduled_start', 'scheduled_end', 'deleted_at'] as const

function isRevision(change: BroadcastChange): boolean {
  return CALENDAR_COLUMNS.some((column) => column in change)
}

/**
 * The tests that began at or before `begunBy`, but for those that wait to take over, held against other transactions.
 * What another instance is ending at this moment is left to it.
 */
export async function claimOverdueTests(trx: Db, begunBy: Date): Promise<number[]> {
  const overdue = trx
    .selectFrom('broadcasts')
    .select('id')
    .where('status', '=', 'TESTING')
    .where('stand_by_since', 'is', null)
    .where('test_started_at', '<=', begunBy)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  return (await overdue.execute()).map(({ id }) => id)
}

/** Since when the longest test lasts, but for those that wait to take over, and the longest wait. */
export async function findLongest(db: Db): Promise<{ test: Date | null; standBy: Date | null }> {
  const { rows } = await sql<{ test: Date | null; standBy: Date | null }>`
    SELECT min(test_started_at) FILTER (WHERE status = 'TESTING' AND stand_by_since IS NULL) AS test,
      min(stand_by_since) AS "standBy"
    FROM broadcasts WHERE status = 'TESTING' OR stand_by_since IS NOT NULL`.execute(db)
  return rows[0] ?? { test: null, standBy: null }
}

/** Shows that wait to take over, the one that has waited longest first. */
export async function listStandingBy(db: Db): Promise<StoredBroadcast[]> {
  const waiting = select(db).where('b.stand_by_since', 'is not', null)
  return (await waiting.orderBy('b.stand_by_since').orderBy('b.id').execute()).map(toStored)
}

/** Whether the account of a person is banned at this time. */
export async function isBanned(db: Db, { id }: Pick<Person, 'id'>, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${id} AND banned AND (banned_until IS NULL OR banned_until > ${now})`.execute(
    db,
  )
  return rows.length > 0
}

/** Those that have waited to take over since before `begunBy`. */
export async function listForgotten(db: Db, begunBy: Date): Promise<number[]> {
  const forgotten = db.selectFrom('broadcasts').select('id').where('stand_by_since', '<=', begunBy)
  return (await forgotten.execute()).map(({ id }) => id)
}

/** Raises the stored peak of what is or was on air: the last one comes when the show is over. A lower one changes nothing. */
export async function raisePeak(db: Db, id: number, peak: number): Promise<void> {
  const raised = { peak_listeners: peak }
  await db
    .updateTable('broadcasts')
    .set(raised)
    .where('id', '=', id)
    .where('actual_start', 'is not', null)
    .where('peak_listeners', '<', peak)
    .execute()
}

/** Broadcasts with a mount: the LIVE one first, then the tests. */
export async function listSounding(db: Db): Promise<StoredBroadcast[]> {
  const rows = await select(db).where('b.status', 'in', ['LIVE', 'TESTING']).orderBy('b.status').execute()
  return rows.map(toStored)
}

/** These broadcasts, in no order, without deleted ones. */
export async function listById(db: Db, ids: readonly number[]): Promise<StoredBroadcast[]> {
  const rows = await select(db)
    .where('b.id', '=', sql<number>`ANY(${ids}::integer[])`)
    .where('b.deleted_at', 'is', null)
    .execute()
  return rows.map(toStored)
}

/** The broadcasts on air: one, or none. */
export async function listLive(db: Db): Promise<StoredBroadcast[]> {
  const rows = await select(db).where('b.status', '=', 'LIVE').execute()
  return rows.map(toStored)
}

/** Number of broadcasts in test. */
export async function countTesting(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('broadcasts')
    .where('status', '=', 'TESTING')
    .where('deleted_at', 'is', null)
    .select(count)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Listed broadcasts that have not begun and end after `now`, next first. */
export async function listUpcoming(db: Db, now: Date, limit: number): Promise<StoredBroadcast[]> {
  const rows = await select(db)
    .where(isListed)
    .where('b.status', 'in', ['SCHEDULED', 'TESTING'])
    .where('b.scheduled_end', '>', now)
    .orderBy('b.scheduled_start')
    .orderBy('b.id')
    .limit(limit)
    .execute()
  return rows.map(toStored)
}

/** Everything listed in a window, newest first. */
export async function listBroadcasts(
  db: Db,
  { from, until, ...request }: PageRequest & PlannedWindow,
): Promise<StoredPage> {
  const since = secondsOf(from, Number.NEGATIVE_INFINITY)
  const before = secondsOf(until, Number.POSITIVE_INFINITY)
  const inWindow = sql<boolean>`scheduled_start >= to_timestamp(${since}) AND scheduled_start < to_timestamp(${before})`
  const kept = db.selectFrom('broadcasts as b').where(isListed).where(inWindow)
  const { total } = await kept.select(count).executeTakeFirstOrThrow()
  const rows = await select(db)
    .where(isListed)
    .where(inWindow)
    .orderBy('b.id', 'desc')
    .limit(request.size)
    .offset(request.page * request.size)
    .execute()
  return { content: rows.map(toStored), total: Number(total) }
}

/** Seconds of the epoch, as an open end has them too. */
function secondsOf(instant: string | undefined, open: number): number {
  return instant === undefined ? open : Date.parse(instant) / 1000
}

/** Broadcasts that began, or were to begin, from `since` to `until`, latest first. */
export async function listHistory(
  db: Db,
  window: { since: Date; until: Date },
  request: PageRequest,
): Promise<StoredPage> {
  const inWindow = sql<boolean>`coalesce(actual_start, scheduled_start) BETWEEN ${window.since} AND ${window.until}`
  const kept = db.selectFrom('broadcasts as b').where(isListed).where(inWindow)
  const { total } = await kept.select(count).executeTakeFirstOrThrow()
  const rows = await select(db)
    .where(isListed)
    .where(inWindow)
    .orderBy(sql`coalesce(actual_start, scheduled_start)`, 'desc')
    .orderBy('b.id', 'desc')
    .limit(request.size)
    .offset(request.page * request.size)
    .execute()
  return { content: rows.map(toStored), total: Number(total) }
}

/** Present time by the database's clock. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db)
  return rows[0]?.now ?? new Date(Number.NaN)
}

/** Condition of lists: neither deleted, nor a draft. */
const isListed = sql<boolean>`b.deleted_at IS NULL AND NOT b.unlisted`

const count = sql<string>`count(*)`.as('total')

function select(db: Db) {
  return db
    .selectFrom('broadcasts as b')
    .innerJoin('users as creator', 'creator.id', 'b.created_by')
    .leftJoin('users as starter', 'starter.id', 'b.started_by')
    .leftJoin('users as ender', 'ender.id', 'b.ended_by')
    .leftJoin('recordings as r', (join) =>
      join.onRef('r.broadcast_id', '=', 'b.id').on('r.deleted_at', 'is', null),
    )
    .selectAll('b')
    .select(['creator.firstname as creator_firstname', 'creator.lastname as creator_lastname'])
    .select(['creator.role as creator_role', 'starter.role as starter_role'])
    .select(['starter.firstname as starter_firstname', 'starter.lastname as starter_lastname'])
    .select(['ender.firstname as ender_firstname', 'ender.lastname as ender_lastname'])
    .select(['ender.role as ender_role', 'r.broadcast_id as recording_of'])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

async function existing(db: Db, id: number): Promise<StoredBroadcast> {
  return toStored(await select(db).where('b.id', '=', id).executeTakeFirstOrThrow())
}

function toStored(row: Row): StoredBroadcast {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    state: stateOf({ status: row.status, testedAt: row.tested_at, deletedAt: row.deleted_at }),
    isUnlisted: row.unlisted,
    scheduledStart: row.scheduled_start,
    scheduledEnd: row.scheduled_end,
    actualStart: row.actual_start,
    actualEnd: row.actual_end,
    endReason: row.end_reason,
    ending: endingOf(row),
    createdBy: person(row.created_by, row.creator_firstname, row.creator_lastname, row.creator_role),
    startedBy: starter(row),
    slowModeEnabled: row.slow_mode_enabled,
    slowModeSeconds: row.slow_mode_seconds,
    peakListeners: row.peak_listeners,
    totalInteractions: row.total_interactions,
    recording: recordingOf(row),
    nowPlaying: nowPlayingOf(row),
    standBySince: row.stand_by_since,
    handOver: row.hand_over_to === null ? null : { to: row.hand_over_to, at: row.hand_over_at },
    tookOverFrom: row.took_over_from,
  }
}

function nowPlayingOf(row: Row): StoredBroadcast['nowPlaying'] {
  const { now_playing_title: title, now_playing_artist: artist, now_playing_since: since } = row
  return title === null || artist === null || since === null ? null : { title, artist, since }
}

function recordingOf({ recording_of, recording_public }: Row): StoredBroadcast['recording'] {
  if (recording_of === null) return null
  return recording_public ? 'public' : 'private'
}

function endingOf(row: Row): StoredBroadcast['ending'] {
  if (row.ended_by === null || row.ender_role === null) return null
  const by = person(row.ended_by, row.ender_firstname ?? '', row.ender_lastname ?? '', row.ender_role)
  return { by, reason: row.end_note }
}

function starter(row: Row): Person | null {
  if (row.started_by === null || row.starter_role === null) return null
  return person(row.started_by, row.starter_firstname ?? '', row.starter_lastname ?? '', row.starter_role)
}

function person(id: number, firstname: string, lastname: string, role: Role): Person {
  return { id, name: `${firstname} ${lastname}`.trim(), role }
}

const UNIQUE_VIOLATION = '23505'

/** Whether the database refused a second LIVE broadcast (index `one_live_broadcast`). */
export function isOneLiveViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  return code === UNIQUE_VIOLATION && constraint === 'one_live_broadcast'
}
