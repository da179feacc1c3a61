import type { registerBodySchema } from '@carillon/contract/auth'
import { ageOn, MIN_AGE } from '@carillon/contract/auth'
import type { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../http/app-error.ts'
import { hashPassword } from './password.ts'
import { type Db, insertUser } from './store.ts'
import type { UserRow } from './table.ts'

/** What the registration form sends. */
export type Registration = z.output<typeof registerBodySchema>

/** Creates a listener's account. Throws INVALID_INPUT for who is too young in the station's zone, EMAIL_TAKEN. */
export async function signUp(
  { db, clock, timeZone }: { db: Db; clock: Clock; timeZone: string },
  { password, ...person }: Registration,
): Promise<UserRow> {
  const now = new Date(clock.now())
  const fault = birthdateFault(person.birthdate, now, timeZone)
  if (fault) throw new AppError('INVALID_INPUT', { fields: { birthdate: fault } })
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    const user = await insertUser(trx, { ...person, password_hash: passwordHash, created_at: now })
    if (!user) throw new AppError('EMAIL_TAKEN')
    const description = `${user.email} registered`
    await recordActivity(trx, { activityType: 'USER_REGISTER', description, userId: user.id }, now)
    return user
  })
}

const OLDEST_AGE = 130

function birthdateFault(birthdate: string, now: Date, timeZone: string): string | null {
  const age = ageOn(birthdate, now, timeZone)
  if (age < MIN_AGE) return 'You must be at least 13 years old to register'
  return age > OLDEST_AGE ? 'Please enter your date of birth' : null
}
