import type { MessageBus } from '../../cluster/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Dependencies of recordings; the functions belong to other features and are passed by the composition root. */
export type RecordingsContext = {
  db: Db
  clock: Clock
  /** Recordings are kept below it. */
  dataDir: string
  /** Days that they stay unless they are kept; null: for good. */
  recordingDays: number | null
  /** Base URL of the station in public, without a slash at the end; null: as each request says. */
  publicUrl: string | null
  /** Identity among several instances: its address for the others, and their shared secret. Absent: it is alone. */
  instances?: { url(): string | null; key: string } | null
  bus: MessageBus
  /** Base URL of the instance that leads a show on air; null: this one; undefined: nobody that is known here. */
  leaderOf(broadcastId: number): string | null | undefined
  /** Whether the mount of a show still writes to its file. */
  isRecording(broadcastId: number): boolean
  /** The recording of a show, or of the one that is on, is for its DJ and staff alone from now on, or gone. */
  onWithdrawn(broadcastId: number): void
  /** The recording of a show is there, has changed or is gone. */
  onChanged(broadcastId: number): void
  /** Packets of a DJ's take have come after they were missed, and are kept for the recording. */
  onKept(packets: { broadcastId: number; takeId: string; from: number; to: number }): void
  /** The recording of a show could not be made ready; it is tried again. */
  onFailure(broadcastId: number, error: unknown): void
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
