import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Dependencies of the line between staff and DJ. */
export type StaffLineContext = {
  db: Db
  clock: Clock
  /** Called after the commit. */
  publish(destination: string, body: object): void
}
