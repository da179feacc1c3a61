import type {
  BroadcastReport,
  BroadcastStats,
  DetailedBroadcast,
  EngagementStats,
} from '@carillon/contract/analytics'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { exactlyOne } from '../../db/rows.ts'

/** What came of one show; its description is the broadcasts' own. */
export type ShowNumbers = Omit<DetailedBroadcast, 'broadcast'>
/** What is told of one show alone. */
export type ShowDetails = Pick<
  BroadcastReport,
  'totalListeners' | 'averageListeningMinutes' | 'polls' | 'curve' | 'events'
>

/** How many shows there are. What is on air and what is upcoming is so whatever the range: `since`, or null for all. */
export async function countShows(
  db: QueryExecutorProvider,
  { since, now }: { since: Date | null; now: Date },
): Promise<BroadcastStats> {
  const counted = sql`(${since}::timestamptz IS NULL OR actual_start >= ${since})`
  const { rows } = await sql<BroadcastStats>`
    SELECT count(*) FILTER (WHERE ${counted}) AS "totalBroadcasts",
      count(*) FILTER (WHERE status = 'LIVE') AS "liveBroadcasts",
      count(*) FILTER (WHERE status IN ('SCHEDULED', 'TESTING') AND scheduled_end > ${now}) AS "upcomingBroadcasts",
      count(*) FILTER (WHERE status = 'ENDED' AND ${counted}) AS "completedBroadcasts",
      ${mean(minutes(sql`avg(actual_end - actual_start) FILTER (WHERE status = 'ENDED' AND ${counted})`))} AS "averageDuration"
    FROM broadcasts WHERE deleted_at IS NULL`.execute(db)
  return exactlyOne(rows)
}

/** How much was said and asked for in the shows that began since then, and on average in those that have ended. */
export async function countEngagement(
  db: QueryExecutorProvider,
  since: Date | null,
): Promise<EngagementStats> {
  const { rows } = await sql<EngagementStats>`
    SELECT coalesce(sum(request_count), 0) AS "totalSongRequests",
      ${mean(sql`avg(request_count) FILTER (WHERE status = 'ENDED')`)} AS "averageRequestsPerBroadcast",
      coalesce(sum(message_count), 0) AS "totalChatMessages",
      ${mean(sql`avg(message_count) FILTER (WHERE status = 'ENDED')`)} AS "averageMessagesPerBroadcast"
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
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM broadcasts WHERE ${begunSince(since)}`.execute(db)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM broadcasts WHERE ${begunSince(since)}
    ORDER BY actual_start DESC, id DESC LIMIT ${size} OFFSET ${page * size}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: exactlyOne(counted.rows).total }
}

/** What came of these shows, by id; one that is on air lasts until `now`. */
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
    CROSS JOIN LATERAL (SELECT coalesce(b.actual_end, ${now}) - b.actual_start AS lasted) d
    WHERE b.id = ANY(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]))
}

/** What else is known of one show: its listeners minute by minute on all instances together, and what happened. */
export async function detailsOf(db: QueryExecutorProvider, id: number): Promise<ShowDetails> {
  const { rows } = await sql<Omit<ShowDetails, 'curve' | 'events'>>`
    SELECT coalesce(sum(arrivals), 0) AS "totalListeners",
      ${mean(sql`sum(listening_seconds) / 60.0 / nullif(sum(arrivals), 0)`)} AS "averageListeningMinutes",
      (SELECT count(*) FROM polls WHERE broadcast_id = ${id} AND deleted_at IS NULL) AS polls
    FROM listener_samples WHERE broadcast_id = ${id}`.execute(db)
  return { ...exactlyOne(rows), curve: await curveOf(db, id), events: await eventsOf(db, id) }
}

async function curveOf(db: QueryExecutorProvider, id: number): Promise<ShowDetails['curve']> {
  const { rows } = await sql<{ minute: Date; listeners: number; peak: number }>`
    SELECT minute, sum(listeners) AS listeners, max(peak) AS peak FROM listener_samples
    WHERE broadcast_id = ${id} GROUP BY minute ORDER BY minute`.execute(db)
  return rows.map(({ minute, ...counts }) => ({ at: minute.toISOString(), ...counts }))
}

async function eventsOf(db: QueryExecutorProvider, id: number): Promise<ShowDetails['events']> {
  const { rows } = await sql<{ type: ShowDetails['events'][number]['type']; at: Date }>`
    SELECT type, at FROM show_events WHERE broadcast_id = ${id} ORDER BY at, id`.execute(db)
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

/** An interval in minutes. */
export function minutes(interval: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`extract(epoch FROM ${interval}) / 60`
}
