import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Carries letters to the other instances of the station, never back to the sender. */
export type Relay = {
  send(kind: string, letter: object): void
  /** What a letter holds is to be checked. One handler per kind. */
  on(kind: string, handler: (letter: unknown) => void): void
}

/** What polls are built from. */
export type PollsContext = {
  db: Db
  clock: Clock
  /** Called after the commit, in the order in which things happened. */
  publish(destination: string, body: object): void
  relay: Relay
  /** Monotonic milliseconds. */
  now(): number
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
