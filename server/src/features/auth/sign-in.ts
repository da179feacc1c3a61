import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../../kernel/ip-network.ts'
import type { LimitedKey } from '../../kernel/rate-limiter.ts'
import { guess, takeAttempt } from './attempts.ts'
import { banMessage, isBanned } from './ban.ts'
import { addDevice, findDevice } from './devices.ts'
import { verifyPassword } from './password.ts'
import type { AuthContext } from './ports.ts'
import { openSession } from './sessions.ts'
import { type Db, findUserByEmail, lockUser } from './store.ts'
import type { UserRow } from './table.ts'
import { type SpentCode, takeSecondStep } from './totp/second-step.ts'
import { limitOfCodes, noteWrongCode } from './totp/wrong-codes.ts'

/** Credentials of a sign-in, its IP address, and the token by which the browser may be known. */
export type Credentials = {
  email: string
  password: string
  remember: boolean
  /** Of an authenticator app or a recovery code, for accounts that ask for one. */
  code?: string | undefined
  address: string
  device: string | null
}

/** The session's token; the device's, where it was not known yet; and what the second step was, where there is one. */
export type SignedIn = {
  token: string
  user: UserRow
  newDevice: string | null
  secondStep: SpentCode | null
}

/** Dependencies of a sign-in: to check it, and to notify its owner. */
export type SignInContext = Pick<
  AuthContext,
  'db' | 'clock' | 'limiter' | 'timeZone' | 'postMail' | 'stationName'
>

/**
 * Opens a session for who knows the password and, where the account asks for it, has a code. Throws BAD_CREDENTIALS, the
 * same words after the same time for an e-mail that nobody has; BANNED, TOTP_REQUIRED and TOTP_REFUSED, but only to who
 * knows the password; TOO_MANY_ATTEMPTS.
 */
export async function signIn(context: SignInContext, credentials: Credentials): Promise<SignedIn> {
  const { db, limiter } = context
  const { email, device } = credentials
  const deviceId = await findDevice(db, { token: device, email })
  const counted = deviceId === null ? limitsOf(credentials) : limitOfDevice(deviceId)
  // Counted before the password is looked at: a hundred guesses at once are a hundred guesses.
  await takeAttempt(limiter, counted)
  const known = await guess(limiter, counted, () => findOwner(db, credentials, deviceId))
  // A code is a guess of its own, until it was right.
  const isGuess = credentials.code !== undefined
  if (!isGuess) await limiter.refund(counted)
  const ofCodes = isGuess && known.totp_since && deviceId === null ? limitOfCodes(known) : []
  if (ofCodes.length > 0) await guess(limiter, counted, () => takeAttempt(limiter, ofCodes))
  const guessed = isGuess ? [...counted, ...ofCodes] : []
  const opening = guess(limiter, guessed, () => openFor(context, credentials, { known, deviceId }))
  const signedIn = await opening.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'TOTP_REFUSED') await noteWrongCode(context, known)
    throw error
  })
  if (isGuess) await limiter.refund(guessed)
  return signedIn
}

/** The account whose password it is. Throws BAD_CREDENTIALS, TOO_MANY_REQUESTS in a storm. */
async function findOwner(
  db: Db,
  { email, password, address }: Credentials,
  deviceId: number | null,
): Promise<UserRow> {
  const known = await findUserByEmail(db, email)
  const network = networkOf(address)
  // Neither says whether the e-mail is anybody's.
  const asker = { network, person: deviceId === null ? `${network} ${email}` : `device ${deviceId}` }
  const isRight = await verifyPassword(password, known?.password_hash, asker)
  if (!known || !isRight) throw new AppError('BAD_CREDENTIALS')
  return known
}

/** Opens a session for the owner, who has a code where the account asks for it. */
async function openFor(
  { db, clock, timeZone }: SignInContext,
  credentials: Credentials,
  { known, deviceId }: { known: UserRow; deviceId: number | null },
): Promise<SignedIn> {
  return db.transaction().execute(async (trx) => {
    // Looking at the password took its time: meanwhile it may have been changed, or its owner banned.
    const user = await lockUser(trx, known.id)
    if (user?.password_hash !== known.password_hash) throw new AppError('BAD_CREDENTIALS')
    if (isBanned(user, new Date(clock.now())))
      throw new AppError('BANNED', { message: banMessage(user, timeZone) })
    const now = new Date(clock.now())
    const secondStep = await takeSecondStep(trx, user, { code: credentials.code, now })
    const token = await openSession(trx, clock, { userId: user.id, remember: credentials.remember })
    const how = secondStep?.kind === 'recovery' ? ' with a recovery code' : ''
    const description = `${user.email} signed in${how}`
    await recordActivity(trx, { activityType: 'LOGIN', description, userId: user.id }, now)
    const newDevice = deviceId === null ? await addDevice(trx, user.id, now) : null
    return { token, user, newDevice, secondStep }
  })
}

/** A device that the account knows counts for itself: anyone who guesses elsewhere, its owner gets in. */
function limitOfDevice(id: number): LimitedKey[] {
  return [{ key: `device ${id}`, limit: 5, windowMs: 15 * MINUTE_MS }]
}

/**
 * Limits that an attempt to sign in counts towards. A campus sits behind one address: it gets far more than one person.
 */
export function limitsOf({ email, address }: Pick<Credentials, 'email' | 'address'>): LimitedKey[] {
  const network = networkOf(address)
  return [
    { key: `email+address ${email} ${network}`, limit: 5, windowMs: 15 * MINUTE_MS },
    { key: `email ${email}`, limit: 25, windowMs: HOUR_MS },
    { key: `address ${network}`, limit: 300, windowMs: 5 * MINUTE_MS },
  ]
}
