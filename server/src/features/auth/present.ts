import type { User } from '@carillon/contract/auth/schemas'
import type { Person } from '@carillon/contract/roles'
import { isBanned } from './ban.ts'
import type { UserRow } from './table.ts'

/** An account as its owner and staff see it. A ban that has run out is none. */
export function presentUser(row: UserRow, now: Date): User {
  const banned = isBanned(row, now)
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    firstname: row.firstname,
    lastname: row.lastname,
    name: nameOf(row),
    birthdate: row.birthdate,
    gender: row.gender,
    verified: row.verified,
    banned,
    bannedUntil: banned ? (row.banned_until?.toISOString() ?? null) : null,
    banReason: banned ? row.ban_reason : null,
    notifyBroadcastStart: row.notify_broadcast_start,
    notifyBroadcastReminders: row.notify_broadcast_reminders,
    notifyNewSchedule: row.notify_new_schedule,
    notifySystemUpdates: row.notify_system_updates,
    createdAt: row.created_at.toISOString(),
    totp: row.totp_since !== null,
  }
}

/** An account as everybody else sees it. */
export function presentPerson(row: Pick<UserRow, 'id' | 'firstname' | 'lastname' | 'role'>): Person {
  return { id: row.id, name: nameOf(row), role: row.role }
}

function nameOf({ firstname, lastname }: Pick<UserRow, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim()
}
