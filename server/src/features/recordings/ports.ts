import type { MessageBus } from '../../cluster/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** What recordings are built from; the functions belong to other features and are passed by the composition root. */
export type RecordingsContext = {
  db: Db
  clock: Clock
  /** Recordings are kept below it. */
  dataDir: string
  /** How long they stay unless they are kept; null: for good. */
  recordingDays: number | null
  /** How the world reaches the station, without a slash at the end; null: as each request says. */
  publicUrl: string | null
  /** What makes this instance one of several: where the others reach it, and what only they know. Absent: it is alone. */
  instances?: { url(): string | null; key: string } | null
  bus: MessageBus
  /** Whether the mount of a show still writes to its file. */
  isRecording(broadcastId: number): boolean
  /** The recording of a show is there, has changed or is gone. */
  onChanged(broadcastId: number): void
  /** The recording of a show could not be made ready; it is tried again. */
  onFailure(broadcastId: number, error: unknown): void
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
