import type {
  BroadcastReport,
  BroadcastStats,
  DetailedBroadcast,
  EngagementStats,
} from '@carillon/contract/analytics/schemas'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { exactlyOne } from '../../db/rows.ts'

/** Minutes of a week: what was on air for longer is told of its first week. */
export const MAX_CURVE_POINTS = 7 * 24 * 60
/** Sound that comes and goes all the time is told of so often. */
export const MAX_EVENTS = 1_000

/** Results of one show; its description is the broadcasts' own. */
export type ShowNumbers = Omit<DetailedBroadcast, 'broadcast'>
/** Details that only the page of one show has. */
export type ShowDetails = Pick<
  BroadcastReport,
  'totalListeners' | 'averageListeningMinutes' | 'polls' | 'curve' | 'events'
>

/** From the first of these to the last every difference is a number, and every zone has a day. */
export const FIRST = sql`timestamptz '1969-12-31T00:00Z'`
export const LAST = sql`timestamptz '2101-01-02T00:00Z'`

/** Numbers of shows. What is on air or upcoming counts whatever the range: `since`, or null for all. */
export async function countShows(
  db: QueryExecutorProvider,
  { since, now }: { since: Date | null; now: Date },
): Promise<BroadcastStats> {
  const isMeant = sql`(${since}::timestamptz IS NULL OR actual_start >= ${since})`
  const { rows } = await sql<BroadcastStats>`
    SELECT count(*) FILTER (WHERE ${isMeant}) AS "totalBroadcasts",
      count(*) FILTER (WHERE status = 'LIVE') AS "liveBroadcasts",
      count(*) FILTER (WHERE status IN ('SCHEDULED', 'TESTING') AND scheduled_end > ${now}) AS "upcomingBroadcasts",
      count(*) FILTER (WHERE status = 'ENDED' AND ${isMeant}) AS "completedBroadcasts",
      ${mean(minutes(sql`avg(${lasted(sql`actual_end`)}) FILTER (WHERE status = 'ENDED' AND ${isMeant})`))} AS "averageDuration"
    FROM broadcasts WHERE deleted_at IS NULL AND NOT unlisted`.execute(db)
  return exactlyOne(rows)
}

/** Numbers of messages and requests in the shows that began since then, and their average in those that have ended. */
export async function countEngagement(
  db: QueryExecutorProvider,
  since: Date | null,
): Promise<EngagementStats> {
  const { rows } = await sql<EngagementStats>`
    SELECT coalesce(sum(${counted('request_count')}), 0) AS "totalSongRequests",
      ${mean(sql`avg(${counted('request_count')}) FILTER (WHERE status = 'ENDED')`)} AS "averageRequestsPerBroadcast",
      coalesce(sum(${counted('message_count')}), 0) AS "totalChatMessages",
      ${mean(sql`avg(${counted('message_count')}) FILTER (WHERE status = 'ENDED')`)} AS "averageMessagesPerBroadcast"
    FROM broadcasts WHERE ${begunSince(since)}`.execute(db)
  return exactlyOne(rows)
}

/** The shows that were listened to the longest; where nobody was counted, those with the higher peak, then the newer. */
export async function listPopular(
  db: QueryExecutorProvider,
  { since, limit }: { since: Date | null; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM broadcasts WHERE ${begunSince(since)}
    ORDER BY listening_seconds DESC, peak_listeners DESC, actual_start DESC, id DESC
    LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A page of the shows that began since then, newest first, and how many there are. */
export async function listBegun(
  db: QueryExecutorProvider,
  { since, page, size }: { since: Date | null; page: number; size: number },
): Promise<{ ids: number[]; total: number }> {
  const begun = await sql<{ total: number }>`
    SELECT count(*) AS total FROM broadcasts WHERE ${begunSince(since)}`.execute(db)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM broadcasts WHERE ${begunSince(since)}
    ORDER BY actual_start DESC, id DESC LIMIT ${size} OFFSET ${page * size}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: exactlyOne(begun.rows).total }
}

/** Results of these shows, by id; one that is on air lasts until `now`. */
export async function numbersOf(
  db: QueryExecutorProvider,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, ShowNumbers>> {
  const { rows } = await sql<ShowNumbers & { id: number }>`
    SELECT b.id,
      ${mean(minutes(sql`d.lasted`))} AS "durationMinutes",
      ${mean(sql`b.listening_seconds / nullif(extract(epoch FROM d.lasted), 0)`)} AS "averageListeners",
      ${mean(sql`b.listening_seconds / 60.0`)} AS "listeningMinutes",
      b.message_count AS "chatMessages", b.request_count AS "songRequests", b.vote_count AS "pollVotes"
    FROM broadcasts b
    CROSS JOIN LATERAL (SELECT ${lasted(sql`coalesce(b.actual_end, ${now})`)} AS lasted) d
    WHERE b.id = ANY(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]))
}

/** Listeners of one show minute by minute on all instances together, and its events. */
export async function detailsOf(db: QueryExecutorProvider, id: number): Promise<ShowDetails> {
  const { rows } = await sql<Omit<ShowDetails, 'curve' | 'events'>>`
    SELECT coalesce(sum(arrivals), 0) AS "totalListeners",
      ${mean(sql`sum(listening_seconds) / 60.0 / nullif(sum(arrivals), 0)`)} AS "averageListeningMinutes",
      (SELECT count(*) FROM polls
        WHERE broadcast_id = ${id} AND deleted_at IS NULL AND status <> 'DRAFT') AS polls
    FROM listener_samples WHERE broadcast_id = ${id}`.execute(db)
  return { ...exactlyOne(rows), curve: await curveOf(db, id), events: await eventsOf(db, id) }
}

async function curveOf(db: QueryExecutorProvider, id: number): Promise<ShowDetails['curve']> {
  const { rows } = await sql<{ minute: Date; listeners: number; peak: number }>`
    SELECT minute, sum(listeners) AS listeners, max(peak) AS peak FROM listener_samples
    WHERE broadcast_id = ${id} GROUP BY minute ORDER BY minute LIMIT ${MAX_CURVE_POINTS}`.execute(db)
  return rows.map(({ minute, ...counts }) => ({ at: minute.toISOString(), ...counts }))
}

async function eventsOf(db: QueryExecutorProvider, id: number): Promise<ShowDetails['events']> {
  const { rows } = await sql<{ type: ShowDetails['events'][number]['type']; at: Date }>`
    SELECT type, at FROM show_events WHERE broadcast_id = ${id} ORDER BY at, id LIMIT ${MAX_EVENTS}`.execute(
    db,
  )
  return rows.map(({ type, at }) => ({ type, at: at.toISOString() }))
}

/** Which shows began since then, or at all. */
export function begunSince(since: Date | null): RawBuilder<unknown> {
  return since ? sql`actual_start >= ${since}` : sql`actual_start IS NOT NULL`
}

/** A number of two decimals; of nothing it is 0. */
export function mean(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(round((${value})::numeric, 2), 0)::float8`
}

/**
 * Duration of a show until `end`. Never less than nothing: a clock may have been set back over its end, or stand before
 * its start while it is on air.
 */
export function lasted(end: RawBuilder<unknown>): RawBuilder<unknown> {
  const within = (timestamp: RawBuilder<unknown>) => sql`greatest(least(${timestamp}, ${LAST}), ${FIRST})`
  return sql`greatest(${within(end)} - ${within(sql`actual_start`)}, interval '0')`
}

/** A count of a show. One row that is damaged does not make a sum of all shows one that cannot be shown. */
export function counted(column: string): RawBuilder<unknown> {
  return sql`greatest(${sql.ref(column)}, 0)`
}

/** An interval in minutes. */
export function minutes(interval: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`extract(epoch FROM ${interval}) / 60`
}
