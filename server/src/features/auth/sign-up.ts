import type { createUserBodySchema, registerBodySchema } from '@carillon/contract/auth/schemas'
import type { Person } from '@carillon/contract/roles'
import type { z } from 'zod/mini'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../../kernel/ip-network.ts'
import { type LimitedKey, type RateLimiter, requireConsumed } from '../../kernel/rate-limiter.ts'
import { requireAge } from './birthdate.ts'
import { askerOf, hashPassword } from './password.ts'
import type { Asker } from './password-line.ts'
import type { AuthContext } from './ports.ts'
import { type Db, insertUser } from './store.ts'
import type { UserRow } from './table.ts'

/** Body of the registration form. */
export type Registration = z.output<typeof registerBodySchema>
/** Body of a new account that an administrator makes. */
export type NewUser = z.output<typeof createUserBodySchema>

/** New accounts from one network. A campus shares one, and signs up in lectures; a program would go on. */
export const SIGN_UPS = { limit: 300, windowMs: 5 * 60_000 }

/**
 * E-mails that a network may learn to have an account: enough for somebody who forgot it, too few to go through a list.
 */
const EMAILS_TAKEN = { limit: 25, windowMs: 10 * 60_000 }
/** Until places of sign-ups in progress are free again. */
const RETRY_AFTER_SECONDS = 2

/**
 * Counts one more account that somebody wants from this address, and does `signUp`; EMAIL_TAKEN counts once for each
 * e-mail, so that nobody closes the door to others by asking for their own again. Throws TOO_MANY_REQUESTS.
 */
export async function signUpAtPace<T>(
  limiter: RateLimiter,
  { address, email }: { address: string; email: string },
  signUp: () => Promise<T>,
): Promise<T> {
  const network = networkOf(address)
  requireConsumed(await limiter.consume([{ key: `sign-ups from ${network}`, ...SIGN_UPS }]))
  // Each sign-up in progress may learn of one: it has a place among those that were learnt, or a flood would learn more.
  const place = { key: `taken e-mails shown to ${network}`, ...EMAILS_TAKEN }
  const learnt = { key: `taken e-mails known to ${network}`, ...EMAILS_TAKEN }
  await requirePlace(limiter, place, learnt)
  try {
    const signedUp = await signUp()
    await limiter.refund([place])
    return signedUp
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'EMAIL_TAKEN'
    const again = { key: `taken ${email} for ${network}`, limit: 1, windowMs: EMAILS_TAKEN.windowMs }
    if (isTaken && (await limiter.consume([again])).ok) await limiter.consume([learnt])
    else await limiter.refund([place])
    throw error
  }
}

/** Takes a place. Where those in progress fill the places, and not what was learnt, the next one is free within seconds. */
async function requirePlace(limiter: RateLimiter, place: LimitedKey, learnt: LimitedKey): Promise<void> {
  if ((await limiter.consume([place])).ok) return
  requireConsumed(await limiter.consume([learnt]))
  await limiter.refund([learnt])
  requireConsumed({ ok: false, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

type Context = Pick<AuthContext, 'db' | 'clock' | 'timeZone' | 'passwordCost'>
type SignUpContext = Context & Pick<AuthContext, 'notifyRegistered' | 'onRegistered'>

/** Creates a listener's account. Throws INVALID_INPUT for who is too young in the station's zone, EMAIL_TAKEN. */
export async function signUp(
  context: SignUpContext,
  registration: Registration,
  address: string,
): Promise<UserRow> {
  const listener = { ...registration, role: 'LISTENER' as const }
  const network = networkOf(address)
  const asker = { network, person: `${network} ${registration.email}` }
  const user = await createAccount(
    context,
    listener,
    { actor: null, asker },
    async (trx, { id, firstname, lastname }) =>
      context.notifyRegistered(trx, { id, name: `${firstname} ${lastname}`.trim() }),
  )
  context.onRegistered()
  return user
}

/** Creates an account of any role for somebody else. Throws INVALID_INPUT, EMAIL_TAKEN. */
export async function createUser(context: Context, user: NewUser, actor: Person): Promise<UserRow> {
  return createAccount(context, user, { actor, asker: askerOf(actor) })
}

async function createAccount(
  { db, clock, timeZone, passwordCost }: Context,
  { password, ...person }: NewUser,
  { actor, asker }: { actor: Person | null; asker: Asker },
  notify: (trx: Db, user: UserRow) => Promise<void> = async () => undefined,
): Promise<UserRow> {
  const now = new Date(clock.now())
  requireAge(person.birthdate, now, timeZone)
  const passwordHash = await hashPassword(password, asker, passwordCost)
  return db.transaction().execute(async (trx) => {
    const user = await insertUser(trx, { ...person, password_hash: passwordHash, created_at: now })
    if (!user) throw new AppError('EMAIL_TAKEN')
    const description = actor
      ? `${user.email} was given an account as ${user.role}`
      : `${user.email} registered`
    const userId = actor?.id ?? user.id
    await recordActivity(trx, { activityType: 'USER_REGISTER', description, userId }, now)
    await notify(trx, user)
    return user
  })
}
