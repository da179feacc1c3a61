import { TOTP_SETUP_MINUTES } from '@carillon/contract/auth/two-step'
import type { Db } from '../store.ts'
import type { TotpSecretsTable } from '../table.ts'
import { hashRecoveryCode } from './recovery-code.ts'

/** The secret of an account, confirmed or not. */
export async function findSecret(db: Db, userId: number): Promise<TotpSecretsTable | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Stores a secret that has yet to be confirmed, in the place of the one before. */
export async function replaceSecret(db: Db, userId: number, secret: string, now: Date): Promise<void> {
  const row = { secret, last_counter: 0, created_at: now }
  await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Spends a time step. However many try at once, one does: false for all others. */
export async function spendCounter(db: Db, userId: number, counter: number): Promise<boolean> {
  const spent = await db
    .updateTable('totp_secrets')
    .set({ last_counter: counter })
    .where('user_id', '=', userId)
    .where('last_counter', '<', counter)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

/** Spends a recovery code. However many try at once, one does: false for all others, and for one that is not there. */
export async function spendRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const spent = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .executeTakeFirst()
  return spent.numDeletedRows === 1n
}

/** Stores recovery codes in the place of those before. */
export async function replaceRecoveryCodes(db: Db, userId: number, codes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Number of recovery codes left. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return left
}

/** Forgets the secret of an account and its recovery codes. */
export async function deleteSecret(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
}

/** When secrets were shown that can still be confirmed. */
export function setUpSince(now: Date): Date {
  return new Date(now.getTime() - TOTP_SETUP_MINUTES * 60_000)
}

/** Forgets secrets that were shown and never confirmed. */
export async function deleteUnconfirmedSecrets(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('totp_secrets')
    .using('users')
    .whereRef('users.id', '=', 'totp_secrets.user_id')
    .where('users.totp_since', 'is', null)
    .where('totp_secrets.created_at', '<=', setUpSince(now))
    .execute()
}
