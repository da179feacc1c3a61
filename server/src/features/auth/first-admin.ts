import { randomBytes } from 'node:crypto'
import { hashPassword } from './password.ts'
import type { AuthContext } from './ports.ts'
import { insertUser } from './store.ts'

/** E-mail and password of an account. */
export type Credentials = { email: string; password: string }

/**
 * Gives a station without an administrator its first one: as set, else made up. What was made up is returned, to be
 * shown once: nobody can read it again. Null otherwise.
 */
export async function ensureFirstAdmin(
  { db, clock, passwordCost }: Pick<AuthContext, 'db' | 'clock' | 'passwordCost'>,
  settings: Credentials | null,
): Promise<Credentials | null> {
  const existing = await db.selectFrom('users').select('id').where('role', '=', 'ADMIN').limit(1).execute()
  if (existing.length > 0) return null
  const credentials = settings ?? {
    email: 'admin@carillon.example',
    password: randomBytes(12).toString('base64url'),
  }
  const created = await insertUser(db, {
    email: credentials.email,
    password_hash: await hashPassword(credentials.password, undefined, passwordCost),
    role: 'ADMIN',
    firstname: 'Station',
    lastname: 'Administrator',
    verified: true,
    created_at: new Date(clock.now()),
    birthdate: null,
  })
  return created && !settings ? credentials : null
}
