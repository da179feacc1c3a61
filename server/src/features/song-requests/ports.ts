import type { Clock } from '../../clock.ts'
import type { Db } from './table.ts'

/** What song requests are built from. Both publish functions are called after the commit. */
export type SongRequestsContext = {
  db: Db
  clock: Clock
  publish(destination: string, body: object): void
  publishToUser(userId: number, destination: string, body: object): void
}
