import { z } from 'zod/mini'
import { songRequestSchema } from './schemas.ts'

/** Messages of `/topic/broadcast/{id}/song-requests`; SONG_REQUEST_UPDATED also comes to one's own user queue. */
export const songRequestEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SONG_REQUEST'), request: songRequestSchema }),
  z.object({ type: z.literal('SONG_REQUEST_UPDATED'), request: songRequestSchema }),
  z.object({ type: z.literal('SONG_REQUEST_DELETED'), id: z.int() }),
])
export type SongRequestEvent = z.infer<typeof songRequestEventSchema>
