import type { ActivityType } from '@carillon/contract/audit'
import { sql } from 'kysely'
import type { Periods } from './periods.ts'
import type { Db } from './table.ts'

/** A line of the audit log with who did it. */
export type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number]
/** Numbers of lines since each beginning. */
export type ActivityCounts = { today: number; week: number; month: number }

/** Which lines: of some kinds, and where `about` is given, what was done to that person. */
export type ActivityFilter = { types: readonly ActivityType[]; about: number | undefined }

/** The newest lines that the filter lets through, newest first. */
export async function listActivities(db: Db, filter: ActivityFilter, limit: number) {
  return linesOf(db, filter)
    .leftJoin('users', 'users.id', 'activities.user_id')
    .select(['activities.id', 'activities.activity_type', 'activities.description', 'activities.created_at'])
    .select(['users.id as user_id', 'users.email', 'users.firstname', 'users.lastname'])
    .orderBy('activities.id', 'desc')
    .limit(limit)
    .execute()
}

/** Counts these lines since the beginnings of day, week and month. */
export async function countActivities(
  db: Db,
  filter: ActivityFilter,
  { today, week, month }: Periods,
): Promise<ActivityCounts> {
  const since = (start: Date) => sql<number>`count(*) FILTER (WHERE created_at >= ${start})`
  return (
    linesOf(db, filter)
      .select([since(today).as('today'), since(week).as('week'), since(month).as('month')])
      // A week may have begun before its month.
      .where('created_at', '>=', week < month ? week : month)
      .executeTakeFirstOrThrow()
  )
}

function linesOf(db: Db, { types, about }: ActivityFilter) {
  const ofTypes = db.selectFrom('activities').where('activities.activity_type', 'in', types)
  return about === undefined ? ofTypes : ofTypes.where('activities.about_id', '=', about)
}
