import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressIdSchema, idParams, idSchema, lineSchema, writtenSchema } from './fields.ts'
import { pageOf, pageQuery } from './page.ts'
import { personSchema } from './roles.ts'
import { instantSchema } from './time.ts'

export const SONG_REQUEST_STATUSES = ['PENDING', 'ACCEPTED', 'PLAYED', 'DECLINED'] as const
/** One request per person in this time. */
export const SONG_REQUEST_PAUSE_SECONDS = 30
/** This many of a person's requests may wait at once, per broadcast. */
export const MAX_PENDING_SONG_REQUESTS = 5

const requestParams = z.object({ id: addressIdSchema, requestId: addressIdSchema })

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
  songTitle: lineSchema(120, 'Please enter a song title'),
  artist: z._default(lineSchema(120), ''),
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

/** What `/topic/broadcast/{id}/song-requests` carries; SONG_REQUEST_UPDATED also comes to one's own user queue. */
export const songRequestEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SONG_REQUEST'), request: songRequestSchema }),
  z.object({ type: z.literal('SONG_REQUEST_UPDATED'), request: songRequestSchema }),
  z.object({ type: z.literal('SONG_REQUEST_DELETED'), id: z.int() }),
])
export type SongRequestEvent = z.infer<typeof songRequestEventSchema>

export const listSongRequests = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/song-requests',
  summary: "A show's song requests, oldest first",
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: z.array(songRequestSchema),
})
export const createSongRequest = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/song-requests',
  summary: 'Ask for a song while the broadcast is live: one per 30 s, five waiting',
  access: 'signed-in',
  status: 201,
  params: idParams,
  body: songRequestBodySchema,
  reply: songRequestSchema,
  refusals: ['NOT_LIVE', 'TOO_MANY_REQUESTS'],
})
export const setSongRequestStatus = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/song-requests/:requestId',
  summary: 'Accept, play or decline a request',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: requestParams,
  body: songRequestStatusBodySchema,
  reply: songRequestSchema,
})
export const deleteSongRequest = endpoint({
  method: 'DELETE',
  path: '/api/broadcasts/:id/song-requests/:requestId',
  summary: 'Remove a request: an own one that waits, any of an own show, any for staff',
  access: 'signed-in',
  status: 204,
  params: requestParams,
  reply: z.null(),
  refusals: ['FORBIDDEN', 'WRONG_STATE'],
})
export const allSongRequests = endpoint({
  method: 'GET',
  path: '/api/song-requests',
  summary: 'Song requests across shows, newest first',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  query: pageQuery(20),
  reply: pageOf(songRequestSchema),
})
export const songRequestStats = endpoint({
  method: 'GET',
  path: '/api/song-requests/stats',
  summary: 'How many song requests, by status',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  reply: songRequestStatsSchema,
})

export const songRequestEndpoints = {
  listSongRequests,
  createSongRequest,
  setSongRequestStatus,
  deleteSongRequest,
  allSongRequests,
  songRequestStats,
}
