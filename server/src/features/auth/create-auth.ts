import type { Role } from '@carillon/contract/roles'
import type { Clock } from '../../clock.ts'
import { createAttempts } from './attempts.ts'
import { type Credentials, ensureFirstAdmin } from './first-admin.ts'
import { authRoutes } from './routes.ts'
import { authenticate } from './sessions.ts'
import { type Db, deleteExpiredSessions } from './store.ts'

/** Told after the commit; whoever holds sockets closes them. */
export type AuthEvents = {
  /** One session signed out. */
  onSessionEnded(sessionId: number): void
  /** All sessions of an account ended: it was banned. */
  onSessionsEnded(userId: number): void
  onRoleChanged(userId: number, role: Role): void
}

/** What the accounts are built from. */
export type AuthContext = {
  db: Db
  clock: Clock
  timeZone: string
  events: AuthEvents
}

/** The accounts of the station: their calls, and how a token becomes a session. */
export function createAuth(context: AuthContext) {
  const { db, clock } = context
  return {
    routes: authRoutes(context, createAttempts(clock)),
    authenticate: (token: string) => authenticate(db, clock, token),
    ensureFirstAdmin: (settings: Credentials | null) => ensureFirstAdmin(db, clock, settings),
    /** Forgets sessions that have run out. */
    forgetExpired: () => deleteExpiredSessions(db, new Date(clock.now())),
  }
}
