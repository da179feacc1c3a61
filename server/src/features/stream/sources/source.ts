import type { CurrentSource } from '@carillon/contract/encoder/schemas'
import type { SourceMessage } from '@carillon/contract/stream/topics'
import type { Session } from '../../../http/session.ts'
import type { Mount } from '../mount/mount.ts'
import type { Feed } from '../on-air/feed.ts'
import type { TakeIntake } from '../outputs/take-log.ts'

/** Delivery of a source's sound: its delay for listeners, and its recording. */
export type Reception = Pick<
  Extract<SourceMessage, { type: 'INGEST' }>,
  'heardDelayMs' | 'peakDb' | 'recording'
>

/** Feed for a source's packets, the mount that it plays into, and the callback for the source's end. */
export type SourcePlace = {
  broadcastId: number
  feed: Feed
  mount: Pick<Mount, 'bufferedMs'>
  /** Notes of whose packets the recording has; null where there is none, as in a test. */
  takes: TakeIntake | null
  onClose: (source: Source) => void
}

/**
 * One DJ's connection: what it sends becomes packets of the feed, whichever protocol it speaks. Calls its place's
 * `onClose` once when it is gone.
 */
export interface Source {
  readonly kind: 'BROWSER' | 'ENCODER'
  /** Whose it is: a connection of the same person takes over. */
  readonly session: Session
  /** Returns its kind and the state of its reception, for the DJ's page. */
  snapshot(): CurrentSource
  /** Goes on into another mount without a break: a test becomes a broadcast. */
  moveTo(place: SourcePlace): void
  /** Says how the reception goes, and how the sound goes on from here, to a peer that can read it. */
  report(reception: Reception): void
  /** Says for how long what listeners hear has been silent; 0 when it sounds again. */
  warnOfSilence(seconds: number): void
  /** Says, after a hand-over, that the sound waits to stand in, or does so now. */
  reportStandIn(isOnAir: boolean): void
  /** Lets go of a dead peer. To be called about once a second. */
  checkAlive(): void
  /** Ends the connection with a code of `SOURCE_CLOSE`; what still comes in is ignored. Idempotent. */
  close(code: number, reason: string): void
}
