import type { MessageBus } from '../../cluster/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Dependencies of the library. */
export type LibraryContext = {
  db: Db
  clock: Clock
  /** Its files are kept below it. */
  dataDir: string
  /** Folders in which ffmpeg is looked for, as PATH has them. */
  searchPath: string
  /** Room for all of them. */
  quotaBytes: number
  bus: MessageBus
  /** Identity among several instances: its address for the others, and their shared secret. Absent: it is alone. */
  instances?: { url(): string | null; key: string } | null
  /** Called when an item was changed or deleted: it may be the one that plays. */
  onChanged(): void
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
