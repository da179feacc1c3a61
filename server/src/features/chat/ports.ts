import type { Clock } from '../../clock.ts'
import type { Db } from './table.ts'

/** What the chat is built from. */
export type ChatContext = {
  db: Db
  clock: Clock
  timeZone: string
  /** Called after the commit. */
  publish(destination: string, body: object): void
}
