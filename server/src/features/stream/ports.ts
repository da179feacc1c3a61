import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import type { Person } from '@carillon/contract/roles'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'
import type { Instances } from './cluster/ports.ts'
import type { Listening } from './listeners/audience.ts'
import type { PlayoutPort } from './main-mount/ports.ts'
import type { BucketSettings } from './outputs/hls/push/bucket.ts'
import type { IcecastSettings } from './outputs/icecast/address.ts'
import type { SilenceStep } from './silence/silence-watch.ts'

/** A broadcast as far as the stream must know it. */
export type KnownBroadcast = {
  id: number
  status: Broadcast['status']
  title: string
  createdById: number
  startedById: number | null
  peakListeners: number
  /** Its song, or the show; null while it is not live. */
  onAir: OnAir | null
  /** The show whose place on the air it took. */
  tookOverFrom: number | null
  /** A draft, which exists for its DJ and staff alone. */
  isUnlisted: boolean
}

/** Listeners of a broadcast on this instance within one minute, named by its beginning. */
export type ListenerSample = Listening & { broadcastId: number; minute: Date }
/** The sound of a live broadcast went away, or came back. */
export type SourceEvent = { broadcastId: number; type: 'SOURCE_LOST' | 'SOURCE_RECOVERED'; at: Date }

/** Step of a silence: listeners have heard none of the sound for 5 s, then for 20 s, and hear it again. */
export type SilenceEvent = { broadcastId: number; type: SilenceStep; at: Date }

export type StreamSettings = {
  /** Recordings are kept below it. */
  dataDir: string
  /** Base URL of the station in public, without a slash at the end; null: as each request says. */
  publicUrl: string | null
  /** Seconds that a broadcast stays LIVE without its DJ. */
  sourceGraceSeconds: number
  /** Listeners that one process serves; more are refused with 503. Absent: as many as a machine of today carries. */
  maxListeners?: number
  /** The server that listeners are sent to; null or absent: they listen here. */
  icecast?: IcecastSettings | null
  /** Base URL in front of the paths of HLS, without a slash at the end; null or absent: the station's own. */
  hlsPublicUrl?: string | null
  /** The bucket that HLS is put into; null or absent: none. */
  hlsS3?: BucketSettings | null
  /** The name that listeners of other servers see; absent: none. */
  stationName?: string
  /** Folders to look for programs in, as in PATH; absent: none, and there is no MP3. */
  searchPath?: string
}

/** A logger of pino's shape. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Dependencies of the stream; the functions belong to other features and are passed by the composition root. */
export type StreamContext = {
  settings: StreamSettings
  /** Identity among several instances; absent: it is the only one. */
  instances?: Instances | null
  /** Keeps for the other instances since when the media service runs; absent: there are none. */
  keepRunningSince?(since: Date | null): Promise<void>
  /** Wall clock, for times that are stored or shown. */
  clock: { now(): number }
  /** Monotonic milliseconds, for everything that measures time. */
  now: () => number
  log: Log
  /** Chooser of what plays between shows; absent: nothing ever does. */
  playout?: PlayoutPort
  /** Broadcasts that are LIVE or TESTING: after a restart they get their mounts back. */
  findOnAir(): Promise<KnownBroadcast[]>
  findBroadcast(id: number): Promise<KnownBroadcast | null>
  /** Whether anybody may hear what is recorded of a show. */
  isRecordingPublic(broadcastId: number): Promise<boolean>
  /** The DJ did not come back in time. */
  endBroadcast(id: number, reason: 'SOURCE_LOST'): Promise<unknown>
  /** Keeps how many listened at most; called when it rose, at most every few seconds. */
  savePeak(id: number, peak: number): Promise<unknown>
  /**
   * Keeps a minute of listening. Called once for each; when it fails, again with the same one. An instance that leads a
   * show again within a minute hands that minute on once for each `turn`.
   */
  saveSample(sample: ListenerSample, turn: number): Promise<unknown>
  /**
   * Keeps how the source stands since `at`; what stands already is reported again after a restart. Gives how often the
   * sound of the show was lost.
   */
  recordSource(event: SourceEvent): Promise<number>
  /** Called when a live broadcast is silent, and when it sounds again. */
  onSilence(event: SilenceEvent): void
  /** Called with each status that goes to `/ws/listener`. */
  onStatus(status: StreamStatusMessage): void
  /** The recording of a broadcast that has ended is whole. */
  onRecorded(broadcastId: number): void
  /** The recording of a live broadcast stopped: the disk failed, or is nearly full. */
  onRecordingFailed(broadcastId: number): void
  /** The feed of a live broadcast was held or opened again by a person. */
  recordFeed(activity: { isHeld: boolean; title: string; person: Person }): void
}
