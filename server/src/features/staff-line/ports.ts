import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** What the line between staff and DJ is built from. */
export type StaffLineContext = {
  db: Db
  clock: Clock
  /** Called after the commit. */
  publish(destination: string, body: object): void
}
