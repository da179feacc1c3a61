import type { HashedCode } from './code.ts'
import type { Db } from './store.ts'
import type { EmailCodesTable } from './table.ts'

/** Stores the code of an account in the place of the one before. */
export async function replaceCode(db: Db, code: EmailCodesTable): Promise<void> {
  const { user_id, ...rest } = code
  await db
    .insertInto('email_codes')
    .values({ user_id, ...rest })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute()
}

/**
 * Takes one of the tries that the code of this e-mail has left, in one statement: however many guess at once, this many
 * see the code and no more. Undefined when there is no try to take.
 */
export async function takeTry(
  db: Db,
  email: string,
  now: Date,
): Promise<(HashedCode & { user_id: number }) | undefined> {
  return db
    .updateTable('email_codes')
    .from('users')
    .set((eb) => ({ tries_left: eb('email_codes.tries_left', '-', 1) }))
    .whereRef('users.id', '=', 'email_codes.user_id')
    .where('users.email', '=', email)
    .where('email_codes.tries_left', '>', 0)
    .where('email_codes.expires_at', '>', now)
    .returning(['email_codes.user_id', 'email_codes.salt', 'email_codes.code_hash'])
    .executeTakeFirst()
}

/** Forgets codes that are no longer good. */
export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_codes').where('expires_at', '<=', now).execute()
}
