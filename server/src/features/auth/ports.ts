import type { Role } from '@carillon/contract/roles'
import type { Clock } from '../../clock.ts'
import type { Db } from './store.ts'

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
  /** How the world reaches the station; null: as each request says. */
  publicUrl: string | null
  events: AuthEvents
}
