import type { Audience } from '../listeners/audience.ts'
import type { FeedTarget } from './feed.ts'
import type { Tap, Transmitter } from './transmitter.ts'

/** Way of one broadcast to its listeners. Its pages are a logical stream from beginning to end. */
export interface Transmission extends FeedTarget {
  readonly transmitter: Transmitter
  /** Begins to pass on what is pushed; who listens is counted there. To be called once. */
  begin(tap: Tap, audience: Audience): void
  /** This instance leads, and does for the further outputs what one alone does. Idempotent, as is `follow`. */
  lead(): void
  follow(): void
  /**
   * Leaves the transmitter to the show that follows, so that its own end ends no listener. False on the main mount, which
   * gives turns.
   */
  handOn(): boolean
  /** Ends the logical stream. Resolves when all have got the rest; idempotent. */
  close(): Promise<void>
}
