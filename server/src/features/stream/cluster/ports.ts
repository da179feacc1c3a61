import type { Audience } from '../listeners/audience.ts'
import type { MountKind } from '../mount/mount.ts'
import type { Feed } from '../on-air/feed.ts'
import type { TakeNotes } from '../outputs/take-log.ts'
import type { OnAirState } from './on-air-state.ts'

/** Claim to lead a broadcast: the highest term wins, and each change of leader raises it. */
export type Bid = {
  instance: string
  /** Base URL for the other instances, without a slash at the end. */
  url: string
  term: number
  /** The DJ's connection there; null while there is none. */
  sourceKind: 'BROWSER' | 'ENCODER' | null
  /** Whether it is the DJ of the show before, as the own one's sound is lost. Absent: no. */
  isStandIn?: boolean | undefined
}

/** Leases on broadcasts, in one place for all instances. Both reject while that place is away. */
export type Leases = {
  /**
   * Asks for the lead, or to keep it: it is had for a few seconds. Gives who has it: this one where nobody had it or
   * with a lower term, else who does.
   */
  claim(broadcastId: number, bid: Bid): Promise<Bid>
  /** Gives it back, if it is this one's. */
  release(broadcastId: number, instance: string): Promise<unknown>
}

/** Identity of an instance among several, and its ways to the others. */
export type Instances = {
  /** This one, by a name of its own for each run. */
  id: string
  /** Base URL for the other instances, without a slash at the end; null until this one listens. */
  url(): string | null
  /** Secret shared by the instances of this station. */
  key: string
  leases: Leases
}

/** Something that one instance leads and the others follow: a broadcast on air, or the sound between shows. */
export type Led = {
  readonly broadcastId: number
  readonly kind: MountKind
  readonly audience: Audience
  readonly feed: Feed
  /** State as it is here, or as the instance that leads sent it. */
  readonly state: OnAirState
  /** The DJ's connection here. */
  readonly source: { readonly kind: 'BROWSER' | 'ENCODER' } | null
  /** It is that of the DJ of the show before. */
  readonly isStoodIn: boolean
  /** Takes of its DJs, for its recordings; null where there is none. */
  readonly takes: TakeNotes | null
  readonly leads: boolean
  lead(): void
  /** To be called with the claim of the instance that leads now. */
  follow(leader: Bid): void
  applyRemoteState(state: OnAirState): void
  /** The instance that leads cannot be reached. */
  markLeaderLost(): void
}
