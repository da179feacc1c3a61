import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../table.ts'

/** Show in a calendar. Instants are UTC. */
export type CalendarShow = {
  id: number
  title: string
  description: string
  host: string
  start: Date
  end: Date
  createdAt: Date
  /** Number of changes of title, description or times, its cancelling included. */
  revision: number
  revisedAt: Date
  isCancelled: boolean
}

/** The listed shows that end after `since`, cancelled ones too, next first. */
export async function listCalendarShows(db: Db, since: Date, limit: number): Promise<CalendarShow[]> {
  const rows = await select(db)
    .where('b.unlisted', '=', false)
    .where('b.scheduled_end', '>', since)
    .orderBy('b.scheduled_start')
    .orderBy('b.id')
    .limit(limit)
    .execute()
  return rows.map(toShow)
}

/** A version of the list of these shows, cheaper to read than the list: it leaves out the long columns. */
export async function readListVersion(db: Db, since: Date, limit: number): Promise<string> {
  const rows = await db
    .selectFrom('broadcasts as b')
    .innerJoin('users as creator', 'creator.id', 'b.created_by')
    .select(['b.id', 'b.revision', 'creator.firstname', 'creator.lastname'])
    .where('b.unlisted', '=', false)
    .where('b.scheduled_end', '>', since)
    .orderBy('b.scheduled_start')
    .orderBy('b.id')
    .limit(limit)
    .execute()
  const versions = rows.map(({ id, revision, firstname, lastname }) => [id, revision, firstname, lastname])
  return createHash('sha256').update(JSON.stringify(versions)).digest('base64url')
}

/** One show, cancelled or not; undefined when there never was one. */
export async function findCalendarShow(db: Db, id: number): Promise<CalendarShow | undefined> {
  const row = await select(db).where('b.id', '=', id).where('b.unlisted', '=', false).executeTakeFirst()
  return row && toShow(row)
}

function select(db: Db) {
  return db
    .selectFrom('broadcasts as b')
    .innerJoin('users as creator', 'creator.id', 'b.created_by')
    .select(['b.id', 'b.title', 'b.description', 'b.scheduled_start', 'b.scheduled_end'])
    .select(['b.created_at', 'b.revision', 'b.deleted_at', 'creator.firstname', 'creator.lastname'])
    .select(sql<Date>`coalesce(b.revised_at, b.created_at)`.as('revised_at'))
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toShow(row: Row): CalendarShow {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    host: `${row.firstname} ${row.lastname}`.trim(),
    start: row.scheduled_start,
    end: row.scheduled_end,
    createdAt: row.created_at,
    revision: row.revision,
    revisedAt: row.revised_at,
    isCancelled: row.deleted_at !== null,
  }
}
