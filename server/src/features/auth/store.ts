import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { AuthTables, SessionRow, UserRow, UsersTable } from './table.ts'

/** The database as accounts see it; a transaction is one too. */
export type Db = Kysely<AuthTables>

/** Any constant will do, as long as it stays and is not another lock's. */
const SUPERVISION_LOCK = 7_426_012

/** The account, banned or not. */
export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The account of this e-mail, trimmed and in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Undefined when the e-mail is taken. */
export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Waits until nobody else changes roles or bans, on any instance, until the transaction ends. Holding the rows of all
 * administrators instead deadlocks: who they are changes while one waits for them.
 */
export async function takeTurn(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SUPERVISION_LOCK})`.execute(db)
}

/** The account, held until the transaction ends; what refers to it may still be written. */
export async function lockUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Changes an account and gives it as it is now. */
export async function updateUser(db: Db, id: number, change: Updateable<UsersTable>): Promise<UserRow> {
  return db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Stores a session; of its token only the hash. */
export async function insertSession(db: Db, session: Omit<SessionRow, 'id'>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** Ends a person's sessions but the newest few. */
export async function deleteOldestSessions(db: Db, userId: number, kept: number): Promise<void> {
  const newest = db.selectFrom('sessions').select('id').where('user_id', '=', userId).orderBy('id', 'desc')
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest.limit(kept))
    .execute()
}

/** Sessions of these tokens that have not ended, with their accounts. */
export async function findSessions(db: Db, tokenHashes: readonly string[], now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'sessions.token_hash', 'sessions.remember', 'sessions.expires_at'])
    .select(['users.id', 'users.firstname', 'users.lastname', 'users.role'])
    .select(['users.banned', 'users.banned_until'])
    .where('sessions.token_hash', '=', sql<string>`ANY(${tokenHashes})`)
    .where('sessions.expires_at', '>', now)
    .execute()
}

/** Moves the end of a session. */
export async function extendSession(db: Db, id: number, expiresAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

/** Ends one session. */
export async function deleteSession(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends every session of an account. */
export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Ends every session of an account but one. */
export async function deleteOtherSessions(
  db: Db,
  { userId, keptId }: { userId: number; keptId: number },
): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', keptId).execute()
}

/** Role and ban of these people: a row for each of these sessions of theirs that is open, one row without any. */
export async function listStandings(
  db: Db,
  { people, sessions }: { people: readonly number[]; sessions: readonly number[] },
  now: Date,
) {
  return db
    .selectFrom('users')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.user_id', '=', 'users.id')
        .on('sessions.id', '=', sql<number>`ANY(${sessions})`)
        .on('sessions.expires_at', '>', now),
    )
    .select(['users.id', 'users.role', 'users.banned', 'users.banned_until', 'users.ban_reason'])
    .select('sessions.id as session_id')
    .where('users.id', '=', sql<number>`ANY(${people})`)
    .execute()
}

/** Forgets sessions whose end has passed. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
