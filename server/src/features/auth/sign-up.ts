import type { createUserBodySchema, registerBodySchema } from '@carillon/contract/auth'
import type { Person } from '@carillon/contract/roles'
import type { z } from 'zod/mini'
import type { Attempts } from '../../attempts.ts'
import type { Clock } from '../../clock.ts'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../http/app-error.ts'
import { requireAge } from './birthdate.ts'
import { networkOf } from './network.ts'
import { hashPassword } from './password.ts'
import type { AuthContext } from './ports.ts'
import { type Db, insertUser } from './store.ts'
import type { UserRow } from './table.ts'

/** What the registration form sends. */
export type Registration = z.output<typeof registerBodySchema>
/** What an administrator says of somebody new. */
export type NewUser = z.output<typeof createUserBodySchema>

/** New accounts from one network. A campus shares one, and signs up in lectures; a program would go on. */
const SIGN_UPS = { limit: 300, windowMs: 5 * 60_000 }

/** Counts one more account that somebody wants from this address. Throws TOO_MANY_REQUESTS. */
export async function requireSignUpPace(attempts: Attempts, address: string): Promise<void> {
  const taken = await attempts.take([{ key: `sign-ups from ${networkOf(address)}`, ...SIGN_UPS }])
  if (!taken.ok) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: taken.retryAfterSeconds })
}

type Context = { db: Db; clock: Clock; timeZone: string }
type SignUpContext = Context & Pick<AuthContext, 'tellRegistered' | 'onRegistered'>

/** Creates a listener's account. Throws INVALID_INPUT for who is too young in the station's zone, EMAIL_TAKEN. */
export async function signUp(context: SignUpContext, registration: Registration): Promise<UserRow> {
  const listener = { ...registration, role: 'LISTENER' as const }
  const user = await createAccount(context, listener, null, async (trx, { id, firstname, lastname }) =>
    context.tellRegistered(trx, { id, name: `${firstname} ${lastname}`.trim() }),
  )
  context.onRegistered()
  return user
}

/** Creates an account of any role for somebody else. Throws INVALID_INPUT, EMAIL_TAKEN. */
export async function createUser(context: Context, user: NewUser, actor: Person): Promise<UserRow> {
  return createAccount(context, user, actor)
}

async function createAccount(
  { db, clock, timeZone }: Context,
  { password, ...person }: NewUser,
  actor: Person | null,
  tell: (trx: Db, user: UserRow) => Promise<void> = async () => undefined,
): Promise<UserRow> {
  const now = new Date(clock.now())
  requireAge(person.birthdate, now, timeZone)
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    const user = await insertUser(trx, { ...person, password_hash: passwordHash, created_at: now })
    if (!user) throw new AppError('EMAIL_TAKEN')
    const description = actor
      ? `${user.email} was given an account as ${user.role}`
      : `${user.email} registered`
    const userId = actor?.id ?? user.id
    await recordActivity(trx, { activityType: 'USER_REGISTER', description, userId }, now)
    await tell(trx, user)
    return user
  })
}
