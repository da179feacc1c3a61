import type { TestReport } from '@carillon/contract/broadcasts'
import type { StreamHealth } from '@carillon/contract/stream'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { BroadcastTables, StoredBroadcast } from './table.ts'

export type Db = Kysely<BroadcastTables>
export type Check = TestReport['checks'][number]

/** What broadcasts needs of the stream. */
export type StreamPort = {
  /** False while the media service is stopped: nothing can go on air. */
  readonly isRunning: boolean
  /** Opens a mount; one that is open stays as it is, and a test's source goes on into the live one. */
  openMount(mount: { broadcastId: number; kind: 'live' | 'test' }): void
  /** Ends a mount at once, if there is one; resolves when its recording is whole. */
  closeMount(broadcastId: number): Promise<void>
  health(): StreamHealth
  listenerCount(broadcastId: number): number
  /** Media server, encoder, disk. */
  checks(): Promise<Check[]>
}

/** Told after the commit, in the order in which it happened. */
export type BroadcastEvents = {
  onStarted(broadcast: StoredBroadcast): void
  onEnded(broadcast: StoredBroadcast): void
  onUpdated(broadcast: StoredBroadcast): void
}

export type ActivityType =
  | 'BROADCAST_CREATE'
  | 'BROADCAST_UPDATE'
  | 'BROADCAST_DELETE'
  | 'BROADCAST_START'
  | 'BROADCAST_END'

/** Writes one line of the activity log in the transaction of the change. `userId` null is the station itself. */
export type RecordActivity = (
  trx: Db,
  activity: { activityType: ActivityType; userId: number | null; description: string },
) => Promise<void>

/** What broadcasts is built from. */
export type BroadcastsContext = {
  db: Db
  clock: { now(): number }
  timeZone: string
  stream: StreamPort
  events: BroadcastEvents
  recordActivity: RecordActivity
  /** How the world reaches the station by this request, without a slash at the end. */
  originOf(request: FastifyRequest): string
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
