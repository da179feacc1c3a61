import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { addressIdSchema, idParams } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  songRequestBodySchema,
  songRequestSchema,
  songRequestStatsSchema,
  songRequestStatusBodySchema,
} from './schemas.ts'
import { suggestSongs } from './suggestions.ts'

const requestParams = z.object({ id: addressIdSchema, requestId: addressIdSchema })

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
  summary: 'Request a song while the broadcast is live: one per 30 s, five waiting',
  access: 'signed-in',
  status: 201,
  params: idParams,
  body: songRequestBodySchema,
  reply: songRequestSchema,
  refusals: ['NOT_LIVE', 'TIMED_OUT'],
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
  suggestSongs,
}
