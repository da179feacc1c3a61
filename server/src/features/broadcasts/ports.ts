import type { TestReport } from '@carillon/contract/broadcasts/schemas'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import type { StreamHealth } from '@carillon/contract/stream/schemas'
import type { TableChanges } from '../../db/table-changes.ts'
import type { Unshowable } from '../../http/show-reply.ts'
import type { Db, StoredBroadcast } from './table.ts'

export type Check = TestReport['checks'][number]

/** Functions of the stream that broadcasts need. */
export type StreamPort = {
  /** False while the media service is stopped: nothing can go on air. */
  readonly isRunning: boolean
  /** Opens a mount; one that is open stays as it is, and a test's source goes on into the live one. */
  openMount(mount: { broadcastId: number; kind: 'live' | 'test' }): void
  /** Ends a mount at once, if there is one; resolves when its recording is whole. */
  closeMount(broadcastId: number): Promise<void>
  /** Puts a broadcast in test on the air in the place of the live one, whose listeners stay. */
  handOver(from: number, to: number): void
  /** Whether the sound of a broadcast arrives, on whichever instance. */
  isReceiving(broadcastId: number): boolean
  health(): StreamHealth
  listenerCount(broadcastId: number): number
  /** Of what sounds, a show or an item between shows: who hears it hears what follows. */
  status(): { listenerCount: number }
  /** Sound between shows; null while nothing plays then. */
  readonly itemOnAir: OnAir | null
  /** Media server, encoder, disk. */
  checks(): Promise<Check[]>
}

/** Plan of the live broadcast `from` to hand over; `before` is the show that was to follow until now. */
export type HandOverPlan = { from: number; to: number | null; at: Date | null; before: number | null }

/** Level of one DJ of a hand-over, in dBFS, for those who see the waiting room: of both shows. */
export type HandOverLevel = { broadcastId: number; peakDb: number; to: readonly number[] }

/** Told after the commit, in the order in which it happened. */
export type BroadcastEvents = {
  onStarted(broadcast: StoredBroadcast): void
  onEnded(broadcast: StoredBroadcast): void
  onUpdated(broadcast: StoredBroadcast): void
  /** `to` has the air in the place of `from`, which has ended. */
  onHandedOver(from: StoredBroadcast, to: StoredBroadcast): void
  /** The DJ of a broadcast stands by for the live one, or does so no more. */
  onStandBy(standBy: { live: number; broadcastId: number; isStandingBy: boolean }): void
  /** The live broadcast has a plan to hand over; without `to` it has none any more. `before` is to whom it had. */
  onHandOverPlanned(plan: HandOverPlan): void
  /** Stored nowhere. */
  onLevel(level: HandOverLevel): void
  /** Beside onUpdated. */
  onSlowModeChanged(broadcast: StoredBroadcast): void
}

/** Event of a broadcast that people are notified of. */
export type BroadcastEventName = 'scheduled' | 'posted' | 'started' | 'ended' | 'cancelled'

/** Functions of notifications that broadcasts need. */
export type NotificationsPort = {
  /** Writes down what is to be told, in the transaction in which it happened. */
  notify(trx: Db, eventName: BroadcastEventName, broadcast: StoredBroadcast): Promise<void>
  /** Withdraws what was told of a broadcast that starts later now, in the transaction that moves it. */
  withdrawPostponed(trx: Db, id: number): Promise<void>
  /** After the commit: what was written is told now. */
  deliver(): void
}

/** Dependencies of broadcasts. */
export type BroadcastsContext = {
  db: Db
  /** Which tables change, here and on other instances. */
  changes: TableChanges
  clock: { now(): number }
  /** Monotonic milliseconds. */
  now(): number
  timeZone: string
  stationName: string
  stream: StreamPort
  events: BroadcastEvents
  notifications: NotificationsPort
  /** Base URL of the station in public, without a slash at the end; null: as each request says. */
  publicUrl: string | null
  /** Told after each change of what is on air, or in test. */
  onMoved?(): void
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
  /** Told of a stored broadcast that a calendar cannot hold. */
  onUnshowable(row: Unshowable): void
}
