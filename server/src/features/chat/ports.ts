import type { Logger } from 'pino'
import type { IdempotencyStore } from '../../http/idempotency.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Dependencies of the chat. */
export type ChatContext = {
  db: Db
  clock: Clock
  timeZone: string
  idempotency: IdempotencyStore
  log: Pick<Logger, 'error'>
  /** Called after the commit. */
  publish(destination: string, body: object): void
  publishToUser(userId: number, destination: string, body: object): void
}
