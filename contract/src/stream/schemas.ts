import { z } from 'zod/mini'
import { onAirSchema } from '../plays/now-playing.ts'
import { instantSchema } from '../time.ts'

export const STREAM_PATH = '/live.ogg'
/** The same as MP3, where the station makes it: see `streams` of the configuration. */
export const MP3_PATH = '/live.mp3'
/** The same as HLS, for players that know nothing else: see `streams` of the configuration. */
export const HLS_PATH = '/hls/live.m3u8'
/** The same in MP3, where the station has ffmpeg. */
export const HLS_MP3_PATH = '/hls/live.mp3.m3u8'
/** Both, for players that choose by what they can play. */
export const HLS_MAIN_PATH = '/hls/main.m3u8'
export const HLS_TYPE = 'application/vnd.apple.mpegurl'
/** Length of each segment of HLS. */
export const HLS_SEGMENT_SECONDS = 4
/** Seconds before the end of the live playlist at which players of HLS are to begin: as long as that, nothing new need come. */
export const HLS_BEGINS_BEHIND_SECONDS = 7 * HLS_SEGMENT_SECONDS
export const SOURCE_SOCKET_PATH = '/ws/live'
export const LISTENER_SOCKET_PATH = '/ws/listener'
/** `GET /live.ogg?delay=low`: each page at once instead of in batches. */
export const LOW_DELAY_QUERY = 'delay=low'
/** `GET /live.ogg?delay=medium`: two pages a write. */
export const MEDIUM_DELAY_QUERY = 'delay=medium'

/** `GET /live.ogg?listener=<uuid>`: names the player, so that all its connections count as one person. */
export const LISTENER_QUERY = 'listener'
/** The private mount of a TESTING broadcast: its DJ and staff only. */
export const testStreamPath = (broadcastId: number) => `/test/${broadcastId}.ogg`

/** MediaRecorder's slice, and so the length of one Ogg page. */
export const TIMESLICE_MS = 250
/** A chunk over this many bytes is skipped by the DJ's browser. */
export const MAX_CHUNK_BYTES = 60_000
/** A websocket frame over this many bytes closes `/ws/live` with 1009. */
export const MAX_SOURCE_FRAME_BYTES = 64 * 1024
export const INGEST_REPORT_MS = 2_000
export const STATUS_INTERVAL_MS = 15_000

/** Close codes of `/ws/live`. The DJ's browser stays away after 1000, 1001 and every 4xxx. */
export const SOURCE_CLOSE = {
  NORMAL: 1000,
  GOING_AWAY: 1001,
  FRAME_TOO_LARGE: 1009,
  SERVER_FAULT: 1011,
  SERVER_RESTARTING: 1012,
  LOW_QUALITY: 4000,
  SESSION_REVOKED: 4001,
  SUPERSEDED: 4002,
  BROADCAST_ENDED: 4003,
  UNREADABLE_MEDIA: 4400,
} as const

export const LOW_QUALITY_REASON = 'Low-quality input audio detected (requires stereo and >= 44.1 kHz)'

/** A source that sent nothing for this long is reported as recovering, well inside the promised 3 s. */
export const RECOVERING_AFTER_MS = 2_000

/** The `errorMessage` of health while nobody hears anything: after 20 s of it, and while the feed is held. */
export const DEAD_AIR_MESSAGE = 'Listeners hear silence.'
export const FEED_HELD_MESSAGE = 'The stream is stopped: listeners hear silence.'

export const streamHealthSchema = z.object({
  healthy: z.boolean(),
  recovering: z.boolean(),
  broadcastLive: z.boolean(),
  broadcastId: z.nullable(z.int()),
  listenerCount: z.int(),
  bitrate: z.nullable(z.int()),
  lastCheckedAt: instantSchema,
  errorMessage: z.nullable(z.string()),
  icecastServer: z.enum(['UP', 'DOWN']),
})
export type StreamHealth = z.infer<typeof streamHealthSchema>

export const streamConfigSchema = z.object({
  streamUrl: z.string(),
  streams: z.array(z.object({ url: z.string(), mimeType: z.string(), codec: z.string(), bitrate: z.int() })),
  mount: z.string(),
  bufferSeconds: z.number(),
  websocketUrl: z.string(),
  sockJsUrl: z.string(),
})
export type StreamConfig = z.infer<typeof streamConfigSchema>

export const streamStatusSchema = z.object({
  isLive: z.boolean(),
  listenerCount: z.int(),
  peakListenerCount: z.int(),
  broadcastId: z.nullable(z.int()),
  recovering: z.boolean(),
  /** There is a stream to hear: of a show, or between shows. */
  isStreaming: z.boolean(),
  onAir: z.nullable(onAirSchema),
})

/** `feedHeld`: somebody stopped the stream of what is on air, and its listeners hear silence. */
export const radioStatusSchema = z.object({
  running: z.boolean(),
  startedAt: z.nullable(instantSchema),
  feedHeld: z.boolean(),
})
export type RadioStatus = z.infer<typeof radioStatusSchema>
