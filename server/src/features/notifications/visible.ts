import { type NotificationType, PREFERENCE_OF } from '@carillon/contract/notifications/schemas'
import { type RawBuilder, sql } from 'kysely'

type Preference = NonNullable<(typeof PREFERENCE_OF)[NotificationType]>

const COLUMNS: Record<Preference, RawBuilder<unknown>> = {
  notifyBroadcastStart: sql`u.notify_broadcast_start`,
  notifyBroadcastReminders: sql`u.notify_broadcast_reminders`,
  notifyNewSchedule: sql`u.notify_new_schedule`,
  notifySystemUpdates: sql`u.notify_system_updates`,
}

/** Of what is for more than one person: whether notification, or tally, `n` is for the role of `u`, or for everyone. */
export const IS_FOR_ROLE = sql`(n.roles IS NULL OR u.role = ANY (n.roles))`

/** Whether notification `n` is for person `u`: their own, their role's or everyone's, and not older than their account. */
export const IS_FOR = sql`(n.user_id = u.id OR (n.user_id IS NULL AND ${IS_FOR_ROLE})) AND n.created_at >= u.created_at`

/** Whether the preferences of `u` let notification, or tally, `n` through. */
export const IS_ENABLED = sql`CASE ${sql.join(preferenceCases(), sql` `)} ELSE true END`

/** Whether notification `n` is still news to `u`: neither withdrawn nor read, by those who need not be told. */
export const IS_UNSEEN = sql`n.withdrawn_at IS NULL AND NOT EXISTS (
  SELECT FROM notification_states told WHERE told.user_id = u.id AND told.notification_id = n.id)`

/** People `u`, each with their notifications `n`, their mark `m` and what they did with each, `s`. */
export const PEOPLE_AND_THEIRS = sql`users u
  JOIN notifications n ON ${IS_FOR}
  LEFT JOIN notification_marks m ON m.user_id = u.id
  LEFT JOIN notification_states s ON s.user_id = u.id AND s.notification_id = n.id`

/** Of these: what was not removed. */
export const IS_KEPT = sql`s.is_deleted IS NOT TRUE`

/** From when on `u`, with their mark `m`, may have something unread. */
export const UNREAD_SINCE = sql`greatest(u.created_at, m.read_before)`

/** Of these: neither read, nor read with all, nor removed, nor withdrawn. */
export const IS_UNREAD = sql`(s.notification_id IS NULL AND n.withdrawn_at IS NULL AND n.created_at >= ${UNREAD_SINCE})`

function preferenceCases(): RawBuilder<unknown>[] {
  return Object.entries(PREFERENCE_OF).flatMap(([type, preference]) =>
    preference ? [sql`WHEN n.type = ${sql.lit(type)} THEN ${COLUMNS[preference]}`] : [],
  )
}
