import type { Db } from './store.ts'
import { hashToken, newToken } from './token.ts'

/** Seconds that a browser is known after its first sign-in. */
export const DEVICE_KNOWN_SECONDS = 400 * 24 * 60 * 60

export const KEPT_DEVICES = 10

/**
 * The device that this token names, when it has signed in to the account of this e-mail before. Its cookie opens
 * nothing: it only lets anyone who guesses from elsewhere not stand in its way.
 */
export async function findDevice(
  db: Db,
  { token, email }: { token: string | null; email: string },
): Promise<number | null> {
  if (token === null) return null
  const found = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select('devices.id')
    .where('devices.token_hash', '=', hashToken(token))
    .where('users.email', '=', email)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Makes a browser known to an account, which keeps its newest ten. Gives what the browser is to keep. */
export async function addDevice(db: Db, userId: number, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('devices')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now })
    .execute()
  const newest = db.selectFrom('devices').select('id').where('user_id', '=', userId).orderBy('id', 'desc')
  await db
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest.limit(KEPT_DEVICES))
    .execute()
  return token
}

/** Forgets devices whose cookie has run out. */
export async function deleteOldDevices(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DEVICE_KNOWN_SECONDS * 1000)
  await db.deleteFrom('devices').where('created_at', '<=', since).execute()
}
