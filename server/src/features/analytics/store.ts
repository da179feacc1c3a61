import type { ActivityType } from '@carillon/contract/audit'
import { sql } from 'kysely'
import type { Periods } from './periods.ts'
import type { Db } from './table.ts'

/** A line of the audit log with who did it. */
export type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number]
/** How many lines there are since each beginning. */
export type ActivityCounts = { today: number; week: number; month: number }

/** The newest lines of these kinds, newest first. */
export async function listActivities(db: Db, types: readonly ActivityType[], limit: number) {
  return db
    .selectFrom('activities')
    .leftJoin('users', 'users.id', 'activities.user_id')
    .select(['activities.id', 'activities.activity_type', 'activities.description', 'activities.created_at'])
    .select(['users.id as user_id', 'users.email', 'users.firstname', 'users.lastname'])
    .where('activities.activity_type', 'in', types)
    .orderBy('activities.id', 'desc')
    .limit(limit)
    .execute()
}

/** How many lines of these kinds there are since the beginnings of day, week and month. */
export async function countActivities(
  db: Db,
  types: readonly ActivityType[],
  { today, week, month }: Periods,
): Promise<ActivityCounts> {
  const since = (start: Date) => sql<number>`count(*) FILTER (WHERE created_at >= ${start})`
  return (
    db
      .selectFrom('activities')
      .select([since(today).as('today'), since(week).as('week'), since(month).as('month')])
      .where('activity_type', 'in', types)
      // A week may have begun before its month.
      .where('created_at', '>=', week < month ? week : month)
      .executeTakeFirstOrThrow()
  )
}
