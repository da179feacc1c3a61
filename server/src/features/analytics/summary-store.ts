import type { Period, Summary } from '@carillon/contract/analytics/schemas'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Range } from './periods.ts'
import { begunSince, counted, LAST, lasted, mean, minutes } from './show-store.ts'

type Day = Summary['perDay'][number]

const NOTHING: Period = {
  broadcasts: 0,
  averageDuration: 0,
  songRequests: 0,
  requestsPerBroadcast: 0,
  chatMessages: 0,
  messagesPerBroadcast: 0,
  peakListeners: 0,
  listeningMinutes: 0,
}

/** The numbers of a range and of the one before; a show counts to when it began, with all that came of it. */
export async function summarise(
  db: QueryExecutorProvider,
  { since, previousSince }: Range,
): Promise<{ current: Period; previous: Period }> {
  const { rows } = await sql<Period & { isCurrent: boolean }>`
    SELECT actual_start >= ${since} AS "isCurrent", ${totals},
      ${mean(minutes(sql`avg(${lasted(sql`actual_end`)}) FILTER (WHERE status = 'ENDED')`))} AS "averageDuration",
      ${mean(sql`avg(${counted('request_count')}) FILTER (WHERE status = 'ENDED')`)} AS "requestsPerBroadcast",
      ${mean(sql`avg(${counted('message_count')}) FILTER (WHERE status = 'ENDED')`)} AS "messagesPerBroadcast"
    FROM broadcasts WHERE ${begunSince(previousSince)}
    GROUP BY 1`.execute(db)
  const periodOf = (isCurrent: boolean) => {
    const { isCurrent: _, ...period } = rows.find((row) => row.isCurrent === isCurrent) ?? {
      ...NOTHING,
      isCurrent,
    }
    return period
  }
  return { current: periodOf(true), previous: periodOf(false) }
}

/** The numbers of each day of a range, those of days without a show too. */
export async function summariseDays(
  db: QueryExecutorProvider,
  { days, since }: Range,
  timeZone: string,
): Promise<Day[]> {
  const { rows } = await sql<Day>`
    SELECT to_char(least(actual_start, ${LAST}) AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, ${totals}
    FROM broadcasts WHERE ${begunSince(since)}
    GROUP BY 1`.execute(db)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => byDay.get(day) ?? { ...QUIET, day })
}

const QUIET = { broadcasts: 0, chatMessages: 0, songRequests: 0, peakListeners: 0, listeningMinutes: 0 }

const totals = sql`count(*) AS broadcasts, sum(${counted('message_count')}) AS "chatMessages",
  sum(${counted('request_count')}) AS "songRequests", max(${counted('peak_listeners')}) AS "peakListeners",
  ${mean(sql`sum(${counted('listening_seconds')}) / 60.0`)} AS "listeningMinutes"`
