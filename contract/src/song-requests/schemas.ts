import { z } from 'zod/mini'
import { idSchema, lineSchema, writtenSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema } from '../time.ts'

export const SONG_REQUEST_STATUSES = ['PENDING', 'ACCEPTED', 'PLAYED', 'DECLINED'] as const
/** One request per person in this time. */
export const SONG_REQUEST_PAUSE_SECONDS = 30
/** This many of a person's requests may wait at once, per broadcast. */
export const MAX_PENDING_SONG_REQUESTS = 5

/** Characters of the title that is requested, and of its artist. */
export const MAX_REQUESTED_LENGTH = 120

export const songRequestSchema = z.object({
  id: idSchema,
  broadcastId: idSchema,
  songTitle: z.string(),
  artist: z.string(),
  message: z.string(),
  status: z.enum(SONG_REQUEST_STATUSES),
  timestamp: instantSchema,
  requestedBy: personSchema,
})
export type SongRequest = z.infer<typeof songRequestSchema>

export const songRequestBodySchema = z.object({
  songTitle: lineSchema(MAX_REQUESTED_LENGTH, 'Please enter a song title'),
  artist: z._default(lineSchema(MAX_REQUESTED_LENGTH), ''),
  message: z._default(writtenSchema(280), ''),
})
export const songRequestStatusBodySchema = z.object({ status: z.enum(SONG_REQUEST_STATUSES) })
export type SongRequestBody = z.output<typeof songRequestBodySchema>

export const songRequestStatsSchema = z.object({
  totalRequests: z.int(),
  pending: z.int(),
  accepted: z.int(),
  played: z.int(),
  declined: z.int(),
})
