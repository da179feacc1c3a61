import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { playSchema, playsWindow, songSchema } from './schemas.ts'

export const listPlays = endpoint({
  method: 'GET',
  path: '/api/plays',
  summary: 'The sound log: what went out, newest first',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  query: z.extend(pageQuery(50), playsWindow.shape),
  reply: pageOf(playSchema),
})
export const listSongs = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/songs',
  summary: 'Songs that the DJ of a broadcast named, newest first',
  access: 'public',
  status: 200,
  params: idParams,
  reply: z.array(songSchema),
})

export const playEndpoints = { listPlays, listSongs }
