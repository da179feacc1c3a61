import type { Person, Role } from '@carillon/contract/roles'
import type { Logger } from 'pino'
import type { TableChanges } from '../../db/table-changes.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { RateLimiter } from '../../kernel/rate-limiter.ts'
import type { Mail } from '../../mail/mail.ts'
import type { PasswordCost } from './password.ts'
import type { Db } from './store.ts'

/**
 * Told after the commit; anyone who holds sockets closes them at once. What ends all sessions of an account resolves when
 * the passwords of its encoders are gone, so that none made after the reply goes with them. Never rejects.
 */
export type AuthEvents = {
  /** One session signed out. */
  onSessionEnded(sessionId: number): void
  /** All sessions of an account ended: it was banned, and reads this. */
  onSessionsEnded(userId: number, message: string): Promise<void>
  /** All sessions of an account but one ended: its password was changed. */
  onOtherSessionsEnded(userId: number, keptSessionId: number): Promise<void>
  /** All sessions of an account ended: its password was reset. */
  onPasswordReset(userId: number): Promise<void>
  onRoleChanged(userId: number, role: Role): Promise<void>
}

/** Whose account was made. */
export type Registered = { id: number; name: string }

/** Dependencies of the accounts. */
export type AuthContext = {
  db: Db
  changes: TableChanges
  clock: Clock
  /** Age that a session in memory may have, in milliseconds; with 0 each call looks its own up. */
  keptSessionMs: number
  /** Counts what may be tried only so often. */
  limiter: RateLimiter
  timeZone: string
  /** Of passwords that are hashed from now on; one that is stored says its own. */
  passwordCost: PasswordCost
  /** As mails and their readers call it. */
  stationName: string
  /** Base URL of the station in public; null: as each request says. */
  publicUrl: string | null
  /** Origin of links in mails; null where mail is sent by a station that does not know its own address. */
  linkOrigin: string | null
  /** Whether mail reaches people: without `SMTP_URL` it stays on the machine. */
  sendsMail: boolean
  events: AuthEvents
  /** Removes what somebody wrote in the chat lately, after the commit of their ban; repeated it does no more. */
  removeMessages(actor: Person, userId: number): Promise<void>
  /** Told of somebody who registered, in the transaction; `onRegistered` follows its commit. */
  notifyRegistered(trx: Db, registered: Registered): Promise<void>
  onRegistered(): void
  /** Sends what `write` gives when its turn comes, null for nothing. Returns at once. */
  postMail(write: () => Promise<Mail | null>): void
  log: Pick<Logger, 'info'>
}
