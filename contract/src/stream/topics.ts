import { z } from 'zod/mini'
import { countSchema } from '../fields.ts'
import { onAirSchema } from '../plays/now-playing.ts'
import { MAX_WRITTEN_RUNS, packetNumberSchema, takeIdSchema, takeRunSchema } from '../recordings/takes.ts'
import { instantSchema } from '../time.ts'
import { streamHealthSchema } from './schemas.ts'

/** The `peakDb` of what holds no sound at all. */
export const SILENT_DB = -90

/** A stream that was stopped: the name of who did, and when. */
export const feedHoldSchema = z.object({ by: z.string(), since: instantSchema })
export type FeedHold = z.infer<typeof feedHoldSchema>

/** State of the recording of the broadcast on air: `gaps` counts the losses of sound since the show began. */
export const recordingStateSchema = z.object({
  lengthMs: z.int().check(z.gte(0)),
  gaps: z.int().check(z.gte(0)),
  hasFailed: z.boolean(),
})
export type RecordingState = z.infer<typeof recordingStateSchema>

/** Messages of the server on `/ws/live`, as JSON text beside the bare `pong`. */
export const sourceMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ACCEPTED'), broadcastId: z.int() }),
  z.object({
    type: z.literal('INGEST'),
    receivedBytes: z.int(),
    bufferedMs: z.number(),
    droppedChunks: z.int(),
    /** Packets of this connection that were read so far: what has grown since the last report has arrived. */
    receivedUpTo: z.int(),
    /** Median delay of the players behind the studio; null without any. */
    heardDelayMs: z.nullable(z.int()),
    /** Hold of the stream: its author, and since when listeners hear silence instead; null while it runs. */
    feedHold: z.nullable(feedHoldSchema),
    /** The loudest that listeners got since the last report, in dBFS; absent where nobody measures it, as in a test. */
    peakDb: z.optional(z.number().check(z.gte(SILENT_DB), z.lte(0))),
    /** Absent where nothing is recorded, as in a test. */
    recording: z.optional(recordingStateSchema),
    /**
     * Take that this connection sends, and the number of its packets up to which all are written into the recording, or kept
     * for it. Absent where nothing is recorded, and for a page that names no take.
     */
    takeId: z.optional(takeIdSchema),
    writtenUpTo: z.optional(countSchema),
    /** Runs beyond `writtenUpTo` that are written as well, the newest ones: what lies between did not come. Absent without any. */
    writtenBeyond: z.optional(z.array(takeRunSchema).check(z.maxLength(MAX_WRITTEN_RUNS))),
  }),
  /** Duration of the silence that listeners hear; 0 when it sounds again. */
  z.object({ type: z.literal('SILENCE'), seconds: z.int() }),
  /**
   * After a hand-over, to the DJ before: their sound waits to stand in for the new DJ's (false), or listeners hear it,
   * because that is lost (true).
   */
  z.object({ type: z.literal('STAND_IN'), isOnAir: z.boolean() }),
])
export type SourceMessage = z.infer<typeof sourceMessageSchema>
/** Part of INGEST that is about the take which is being sent; empty where nothing is counted. */
export type TakeReport = Pick<
  Extract<SourceMessage, { type: 'INGEST' }>,
  'takeId' | 'writtenUpTo' | 'writtenBeyond'
>

/**
 * Text of a DJ's page on `/ws/live`, ahead of a chunk: that begins packet number `packet` of a take, which is one recording of
 * the browser. `after` is the take before it, with the number of packets that it had in all.
 */
export const takeMessageSchema = z.object({
  type: z.literal('TAKE'),
  takeId: takeIdSchema,
  packet: packetNumberSchema,
  after: z.optional(z.object({ takeId: takeIdSchema, packets: packetNumberSchema })),
})
export type TakeMessage = z.infer<typeof takeMessageSchema>

/** Sent on `/ws/listener` on connect, on change (at most once a second) and every 15 s. */
export const streamStatusMessageSchema = z.object({
  type: z.literal('STREAM_STATUS'),
  isLive: z.boolean(),
  listenerCount: z.int(),
  peakListenerCount: z.int(),
  broadcastId: z.nullable(z.int()),
  isStreaming: z.boolean(),
  onAir: z.nullable(onAirSchema),
  /** Absent where the station is silent between shows. */
  playsBetweenShows: z.optional(z.literal(true)),
  /** Hours that listeners may go back between shows; absent where they may not. */
  rewindHours: z.optional(z.int()),
  timestamp: instantSchema,
  health: streamHealthSchema,
})
export type StreamStatusMessage = z.infer<typeof streamStatusMessageSchema>

/** A player further behind than this has lost its stream. */
export const MAX_PLAYER_DELAY_MS = 60_000

/** `listenerId` names the player, so that its stream and its socket count as one person. */
const listeningSchema = z.object({
  type: z.enum(['START_LISTENING', 'STOP_LISTENING']),
  broadcastId: z.optional(z.nullable(z.int())),
  listenerId: z.optional(z.uuid()),
})

/** Delay of a player behind the studio, as its own page reports it. */
const playerDelaySchema = z.object({
  type: z.literal('PLAYER_DELAY'),
  delayMs: z.int().check(z.gte(0), z.lte(MAX_PLAYER_DELAY_MS)),
})
export const listenerMessageSchema = z.discriminatedUnion('type', [listeningSchema, playerDelaySchema])
export type ListeningMessage = z.infer<typeof listeningSchema>
export type ListenerMessage = z.infer<typeof listenerMessageSchema>
