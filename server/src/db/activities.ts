import type { ActivityType } from '@carillon/contract/audit'
import { type QueryExecutorProvider, sql } from 'kysely'

/** One line of the audit log. */
export type NewActivity = { activityType: ActivityType; description: string; userId: number | null }

/**
 * Notes what someone did, in the transaction that did it (table `activities`, never purged). `userId` null is the
 * station itself.
 */
export async function recordActivity(
  db: QueryExecutorProvider,
  { activityType, description, userId }: NewActivity,
  now: Date,
): Promise<void> {
  await sql`INSERT INTO activities (activity_type, description, user_id, created_at)
    VALUES (${activityType}, ${description}, ${userId}, ${now})`.execute(db)
}
