import { z } from 'zod/mini'
import { countSchema } from '../fields.ts'
import { instantSchema } from '../time.ts'

/** Mount for programs such as BUTT, Mixxx and ffmpeg, in the Icecast source protocol: the same for every show. */
export const ENCODER_MOUNT = '/studio.ogg'
/** User name that programs are given to sign in with. The password alone decides. */
export const ENCODER_USER = 'source'
/** Path to which programs send the titles of songs. They are thanked for it. */
export const METADATA_PATH = '/admin/metadata'

/** Current source of a broadcast; `program` is the name that the encoder gives itself. */
export const currentSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('BROWSER') }),
  z.object({
    kind: z.literal('ENCODER'),
    program: z.nullable(z.string()),
    since: instantSchema,
    /** Bits per second as it sends them, measured over the last seconds; null before. */
    bitrate: z.nullable(countSchema),
    receivedBytes: countSchema,
    /** Sound of it that waits in the station. */
    bufferedMs: z.number(),
    /** Number of times that some of its sound had to be dropped. */
    droppedChunks: countSchema,
  }),
])
export type CurrentSource = z.infer<typeof currentSourceSchema>

/** Why an encoder was not let in, or is gone. */
export const ENCODER_NOTES = [
  'LEFT',
  'SILENT',
  'NOT_OGG',
  'NOT_OPUS',
  'LOW_QUALITY',
  'DAMAGED',
  'TOO_FAST',
  'TURNED_AWAY',
  'TWO_PROGRAMS',
  'REPLACED',
  'ENDED',
] as const
export const encoderNoteSchema = z.object({
  reason: z.enum(ENCODER_NOTES),
  /** Reason in words for the DJ. */
  message: z.string(),
  at: instantSchema,
})
export type EncoderNote = z.infer<typeof encoderNoteSchema>

/** Settings with which a program of the DJ's own becomes the source of a broadcast, and the state of one that has. */
export const encoderSchema = z.object({
  host: z.string(),
  port: z.int(),
  mount: z.string(),
  user: z.string(),
  /** When the password that counts was made; null when there is none. */
  passwordSince: z.nullable(instantSchema),
  source: z.nullable(currentSourceSchema),
  /** The last thing that went wrong with an encoder of this broadcast since one was put on the air. */
  note: z.nullable(encoderNoteSchema),
})
export type Encoder = z.infer<typeof encoderSchema>

/** The password is told this once. */
export const encoderPasswordSchema = z.extend(encoderSchema, { password: z.string() })
export type EncoderPassword = z.infer<typeof encoderPasswordSchema>
