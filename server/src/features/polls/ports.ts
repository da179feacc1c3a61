import type { MessageBus } from '../../cluster/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Dependencies of polls. */
export type PollsContext = {
  db: Db
  clock: Clock
  /** Called after the commit, in the order in which things happened. */
  publish(destination: string, body: object): void
  /** To the station's other instances. */
  bus: MessageBus
  /** Monotonic milliseconds. */
  now(): number
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
