import type { ActivityType } from '@carillon/contract/audit'
import { type QueryExecutorProvider, sql } from 'kysely'

/** One line of the audit log. */
export type NewActivity = {
  activityType: ActivityType
  description: string
  userId: number | null
  /** To whom it was done. */
  aboutId?: number
}

/** Name of a broadcast in the log, which every DJ reads: the title of a draft is its DJ's and staff's. */
export function broadcastNameOf(broadcast: { id: number; title: string; isUnlisted: boolean }): string {
  return broadcast.isUnlisted ? `Broadcast ${broadcast.id}` : broadcast.title
}

/**
 * Notes what someone did, in the transaction that did it (table `activities`, never purged). `userId` null is the
 * station itself.
 */
export async function recordActivity(
  db: QueryExecutorProvider,
  { activityType, description, userId, aboutId }: NewActivity,
  now: Date,
): Promise<void> {
  await sql`INSERT INTO activities (activity_type, description, user_id, about_id, created_at)
    VALUES (${activityType}, ${description}, ${userId}, ${aboutId ?? null}, ${now})`.execute(db)
}
