import type { Db, StoredPassword } from './table.ts'

/** The password with this hash; null when none has it. */
export async function findPasswordByHash(db: Db, hash: string): Promise<StoredPassword | null> {
  return (await passwords(db).where('password_hash', '=', hash).executeTakeFirst()) ?? null
}

/** More than a station has shows that are planned with a program; of more than that, the newest. */
export const MAX_LISTED = 10_000

/** The hashes of all passwords. */
export async function listPasswordHashes(db: Db): Promise<string[]> {
  const newest = db.selectFrom('encoder_passwords').select('password_hash').orderBy('created_at', 'desc')
  return (await newest.limit(MAX_LISTED).execute()).map((row) => row.password_hash)
}

/** The password of a broadcast; null when it has none. */
export async function findPassword(db: Db, broadcastId: number): Promise<StoredPassword | null> {
  return (await passwords(db).where('broadcast_id', '=', broadcastId).executeTakeFirst()) ?? null
}

/** Gives a broadcast its password; an older one counts no longer. */
export async function savePassword(db: Db, hash: string, password: StoredPassword): Promise<void> {
  const { broadcastId: broadcast_id, userId: user_id, createdAt: created_at } = password
  const changed = { user_id, password_hash: hash, created_at }
  await db
    .insertInto('encoder_passwords')
    .values({ broadcast_id, ...changed })
    .onConflict((conflict) => conflict.column('broadcast_id').doUpdateSet(changed))
    .execute()
}

/** Takes the password of a broadcast away, if it has one. */
export async function deletePassword(db: Db, broadcastId: number): Promise<void> {
  await db.deleteFrom('encoder_passwords').where('broadcast_id', '=', broadcastId).execute()
}

/** Takes all passwords away that a person has made. Gives their broadcasts. */
export async function deletePasswordsOf(db: Db, userId: number): Promise<number[]> {
  const deleted = await db
    .deleteFrom('encoder_passwords')
    .where('user_id', '=', userId)
    .returning('broadcast_id')
    .execute()
  return deleted.map((row) => row.broadcast_id)
}

function passwords(db: Db) {
  return db
    .selectFrom('encoder_passwords')
    .select(['broadcast_id as broadcastId', 'user_id as userId', 'created_at as createdAt'])
}
