import type { Activity } from '@carillon/contract/analytics/schemas'
import type { ActivityRow } from './store.ts'

/** A line of the audit log as it is read, with the e-mail of who did it or without. */
export function presentActivity(row: ActivityRow, withEmail: boolean): Activity {
  return {
    id: row.id,
    activityType: row.activity_type,
    description: row.description,
    timestamp: row.created_at.toISOString(),
    user: row.user_id === null ? null : presentUser(row, withEmail),
  }
}

function presentUser({ email, firstname, lastname }: ActivityRow, withEmail: boolean): Activity['user'] {
  return { email: withEmail ? email : null, name: `${firstname} ${lastname}`.trim() }
}
