import type { Clock } from '../../kernel/clock.ts'
import type { Db, StoredSongRequest } from './table.ts'

/** Dependencies of song requests. Both publish functions are called after the commit. */
export type SongRequestsContext = {
  db: Db
  clock: Clock
  publish(destination: string, body: object): void
  publishToUser(userId: number, destination: string, body: object): void
  /** Told of a request whose status is no longer PENDING, in the transaction; `onAnswered` follows its commit. */
  notifyAnswered(trx: Db, request: StoredSongRequest): Promise<void>
  onAnswered(): void
}
