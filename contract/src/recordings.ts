import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, idSchema } from './fields.ts'
import { instantSchema } from './time.ts'

/** Where a recording sounds from, with HTTP ranges (RFC 9110 s14). */
export const recordingPath = (broadcastId: number) => `/recordings/${broadcastId}.ogg`
/** How many heights a waveform has, whatever the length of the show. */
export const WAVEFORM_POINTS = 800

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
  isPublic: z.boolean(),
  isKept: z.boolean(),
  expiresAt: z.nullable(instantSchema),
  dueAt: z.nullable(instantSchema),
})
export type Recording = z.infer<typeof recordingSchema>

export const recordingBodySchema = z.object({
  isPublic: z.optional(z.boolean()),
  isKept: z.optional(z.boolean()),
})
export type RecordingBody = z.output<typeof recordingBodySchema>

const STAFF = ['DJ', 'MODERATOR', 'ADMIN'] as const

export const getRecording = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/recording',
  summary: 'The recording of a show: its length and its shape',
  access: 'public',
  status: 200,
  params: idParams,
  reply: recordingSchema,
})
export const updateRecording = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/recording',
  summary: 'Decide who may hear a recording, and whether it stays',
  access: STAFF,
  status: 200,
  params: idParams,
  body: recordingBodySchema,
  reply: recordingSchema,
})
export const deleteRecording = endpoint({
  method: 'DELETE',
  path: '/api/broadcasts/:id/recording',
  summary: 'Delete a recording for good',
  access: STAFF,
  status: 204,
  params: idParams,
  reply: z.null(),
})

export const recordingEndpoints = { getRecording, updateRecording, deleteRecording }
