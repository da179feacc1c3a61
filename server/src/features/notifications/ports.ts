import type { Logger } from 'pino'
import type { MessageBus } from '../../cluster/bus.ts'
import type { TableChanges } from '../../db/table-changes.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Those who are connected to this instance. */
export type Connected = {
  /** People subscribed to their own queue of this name. */
  connectedUsers(destination: string): number[]
  /** Sends to somebody's connections to this instance. */
  publishToUserHere(userId: number, destination: string, body: object): void
}

/** Dependencies of notifications. */
export type NotificationsContext = {
  db: Db
  /** Which tables change, here and on other instances. */
  changes: TableChanges
  clock: Clock
  timeZone: string
  connected: Connected
  /** To the station's other instances. */
  bus: MessageBus
  /** RFC 8292 s2.1: how a push service reaches anyone who runs the station, `https:` or `mailto:`. */
  pushSubject: string
  /** For tests alone: push services may be anywhere, also on this machine and without TLS. */
  isPushOpen: boolean
  log: Logger
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
