import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'
import type { Session } from '../../http/session.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isBanned } from './ban.ts'
import { presentPerson } from './present.ts'
import { type Db, deleteOldestSessions, extendSession, findSessions, insertSession } from './store.ts'
import { hashToken, newToken } from './token.ts'

export const REMEMBERED_MS = 30 * DAY_MS
/** Far more than anybody has browsers. */
export const MAX_SESSIONS = 200
const UNREMEMBERED_MS = 12 * HOUR_MS
/** A sliding end is moved at most this often: not every call should write. */
const SLIDE_STEP_MS = HOUR_MS

/**
 * Opens a session, beside the newest others of the same person: 30 days from its last use when remembered, else 12 h.
 * Gives its token: the only moment at which it is known here.
 */
export async function openSession(
  db: Db,
  clock: Clock,
  session: { userId: number; remember: boolean },
): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: session.userId,
    remember: session.remember,
    created_at: new Date(now),
    expires_at: new Date(now + (session.remember ? REMEMBERED_MS : UNREMEMBERED_MS)),
  })
  await deleteOldestSessions(db, session.userId, MAX_SESSIONS)
  return token
}

/** A session, and when it ends unless it is used before: milliseconds since 1970. */
export type FoundSession = { session: Session; endsMs: number }

/** The session of a token, as the person is now; null when it ended or the account is banned. */
export async function authenticate(db: Db, clock: Clock, token: string): Promise<Session | null> {
  const [found] = await authenticateAll(db, clock, [token])
  return found?.session ?? null
}

/** The session of each token, in order, looked up in one statement. */
export async function authenticateAll(
  db: Db,
  clock: Clock,
  tokens: readonly string[],
): Promise<(FoundSession | null)[]> {
  const now = new Date(clock.now())
  const hashes = tokens.map(hashToken)
  const found = new Map((await findSessions(db, hashes, now)).map((row) => [row.token_hash, row]))
  return Promise.all(
    hashes.map(async (hash) => {
      const row = found.get(hash)
      if (!row || isBanned(row, now)) return null
      if (row.remember && row.expires_at.getTime() - now.getTime() < REMEMBERED_MS - SLIDE_STEP_MS)
        await extendSession(db, row.session_id, new Date(now.getTime() + REMEMBERED_MS))
      const session = { id: row.session_id, person: presentPerson(row) }
      return { session, endsMs: row.expires_at.getTime() }
    }),
  )
}
