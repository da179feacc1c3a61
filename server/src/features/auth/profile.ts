import type { preferencesBodySchema, profileBodySchema } from '@carillon/contract/auth/schemas'
import type { Person } from '@carillon/contract/roles'
import type { Updateable } from 'kysely'
import type { z } from 'zod/mini'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireAge } from './birthdate.ts'
import { type Db, lockUser, updateUser } from './store.ts'
import type { UserRow, UsersTable } from './table.ts'

/** Fields of a profile; those that are absent stay. */
export type Profile = z.output<typeof profileBodySchema>
/** Choices of notifications; those that are absent stay. */
export type Preferences = z.output<typeof preferencesBodySchema>

/** Whose account is changed, by whom. */
type Order = { actor: Person; userId: number }

/** Changes names, birthdate and gender. Throws NOT_FOUND, INVALID_INPUT for a birthdate that is too young. */
export async function updateProfile(
  { db, now, timeZone }: { db: Db; now: Date; timeZone: string },
  order: Order & { profile: Profile },
): Promise<UserRow> {
  const { birthdate } = order.profile
  if (birthdate) requireAge(birthdate, now, timeZone)
  return change(db, now, { ...order, what: 'Profile', requested: order.profile })
}

/** Changes what the account is told of. Throws NOT_FOUND. */
export async function updatePreferences(
  db: Db,
  now: Date,
  { preferences, ...order }: Order & { preferences: Preferences },
): Promise<UserRow> {
  const requested = {
    notify_broadcast_start: preferences.notifyBroadcastStart,
    notify_broadcast_reminders: preferences.notifyBroadcastReminders,
    notify_new_schedule: preferences.notifyNewSchedule,
    notify_system_updates: preferences.notifySystemUpdates,
  }
  return change(db, now, { ...order, what: 'Preferences', requested })
}

type RequestedValues = Pick<
  Updateable<UsersTable>,
  | 'firstname'
  | 'lastname'
  | 'birthdate'
  | 'gender'
  | 'notify_broadcast_start'
  | 'notify_broadcast_reminders'
  | 'notify_new_schedule'
  | 'notify_system_updates'
>

/** Changes a row; without a difference it writes nothing and leaves no line in the audit log. */
async function change(
  db: Db,
  now: Date,
  { actor, userId, what, requested }: Order & { what: string; requested: RequestedValues },
): Promise<UserRow> {
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user) throw new AppError('NOT_FOUND')
    const different = differences(user, requested)
    if (Object.keys(different).length === 0) return user
    const description = `${what} of ${user.email} changed`
    await recordActivity(trx, { activityType: 'PROFILE_UPDATE', description, userId: actor.id }, now)
    return updateUser(trx, userId, different)
  })
}

function differences(user: UserRow, requested: RequestedValues): RequestedValues {
  const current: Record<string, unknown> = user
  return Object.fromEntries(
    Object.entries(requested).filter(([name, value]) => value !== undefined && value !== current[name]),
  )
}
