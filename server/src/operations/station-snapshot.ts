import type { ReplyCount } from './reply-counts.ts'

/** Everything that is told of a station at one moment. Counters go on from the start of the process. */
export type StationSnapshot = {
  stream: {
    mounts: { live: number; test: number }
    listeners: { mount: string; delay: string; count: number }[]
    audience: number
    droppedListeners: number
    sentBytes: number
    latePages: number
    source: string
    bufferedMs: number | null
    failedRecordings: number
    /** Null: there is no bucket for HLS. */
    hlsPush: {
      segments: number
      failures: Readonly<Record<string, number>>
      behindSeconds: number | null
    } | null
  }
  /** Items between shows that began on this instance, by kind, and those that could not be played. */
  playout: { begun: Record<string, number>; skipped: number }
  realtime: { connections: Record<string, number>; deliveries: number; stalled: number }
  /** Open websockets by their address in the table. */
  sockets: ReadonlyMap<string, number>
  replies: readonly ReplyCount[]
  database: { isUp: boolean; open: number; idle: number; waiting: number }
  /** Of the embedded database; null: it is a PostgreSQL. */
  failedDumps: number | null
  /** Null: the station has none. */
  isRedisUp: boolean | null
  /** Number of entries in Redis that no instance of the station wrote, by kind; none without a Redis. */
  redisRefused: Readonly<Record<string, number>>
  isIcecastUp: boolean | null
  chatMessages: number
  /** Web pushes by what became of them, and how many wait for their service. */
  pushes: { outcomes: Record<string, number>; waiting: number }
  /** Recordings of ended shows that could not be made ready to be heard. */
  unreadyRecordings: number
  /** Recordings that fewer than two instances have, and copies that failed here by reason; null: this one is alone. */
  copies: { missing: number; failures: Record<string, number> } | null
  /** Items of the library whose files are not on this instance; null: it is alone. */
  missingLibraryFiles: number | null
  /** Stored rows that could not be shown, each counted once. */
  damagedRows: number
}
