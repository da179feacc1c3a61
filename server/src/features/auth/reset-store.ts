import type { Db } from './store.ts'
import type { PasswordResetsTable } from './table.ts'

/** Stores the link of an account in the place of the one before. */
export async function replaceReset(db: Db, reset: PasswordResetsTable): Promise<void> {
  const { user_id, ...rest } = reset
  await db
    .insertInto('password_resets')
    .values({ user_id, ...rest })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute()
}

/** Whose link this is, as long as it is good. */
export async function findReset(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ user_id: number } | undefined> {
  return db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Takes a link that is good, so that nobody takes it again; returns whether there was one. */
export async function takeReset(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const taken = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Ends the link of an account, if there is one. */
export async function deleteResetOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/** Forgets links that are no longer good. */
export async function deleteExpiredResets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
}
