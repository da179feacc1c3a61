import { z } from 'zod/mini'
import { idSchema } from '../fields.ts'
import { instantSchema } from '../time.ts'

/** Path of a recording's sound, with HTTP ranges (RFC 9110 s14). */
export const recordingPath = (broadcastId: number) => `/recordings/${broadcastId}.ogg`
/** Number of heights in a waveform, whatever the length of the show. */
export const WAVEFORM_POINTS = 800

/** Outages that are listed of one recording; the first of them where there are more. */
export const MAX_OUTAGES = 100

const lengthMsSchema = z.int().check(z.minimum(0))

/** Part of a recording in which the DJ's line was lost: its place, its length, and how much of it nobody could put back. */
export const recordedOutageSchema = z.object({
  atMs: lengthMsSchema,
  durationMs: lengthMsSchema,
  silentMs: lengthMsSchema,
})
export type RecordedOutage = z.infer<typeof recordedOutageSchema>

/**
 * A show that can be heard again: one Ogg Opus stream of known length. `peaks` are heights from 0 to 1, evenly spread
 * over the show. `expiresAt` is when the station deletes it; null while `isKept`, or where recordings stay for good.
 * `dueAt` is the same as if it were not kept: a moment that has passed means that no longer keeping it deletes it now.
 */
export const recordingSchema = z.object({
  broadcastId: idSchema,
  url: z.string(),
  bytes: z.int(),
  durationMs: z.int(),
  peaks: z.array(z.number().check(z.minimum(0), z.maximum(1))).check(z.maxLength(WAVEFORM_POINTS)),
  outages: z.array(recordedOutageSchema).check(z.maxLength(MAX_OUTAGES)),
  isPublic: z.boolean(),
  isKept: z.boolean(),
  expiresAt: z.nullable(instantSchema),
  dueAt: z.nullable(instantSchema),
})
export type Recording = z.infer<typeof recordingSchema>

/** Visibility of a show's recording, whether there is one yet or not: for anybody, or for its DJ and staff alone. */
export const visibilitySchema = z.object({
  broadcastId: idSchema,
  isPublic: z.boolean(),
  /** The station never plays it again, though people may listen to it. */
  isLiveOnly: z.boolean(),
})
export type RecordingVisibility = z.infer<typeof visibilitySchema>
/** A mark that is left out stays as it is. */
export const visibilityBodySchema = z
  .object({
    isPublic: z.optional(z.boolean()),
    isLiveOnly: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ isPublic, isLiveOnly }) => isPublic !== undefined || isLiveOnly !== undefined, {
      path: ['isPublic'],
      message: 'Say whether it is public or live only',
    }),
  )

export const recordingBodySchema = z.object({
  isPublic: z.optional(z.boolean()),
  isKept: z.optional(z.boolean()),
})
export type RecordingBody = z.output<typeof recordingBodySchema>
