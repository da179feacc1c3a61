import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idSchema } from '../fields.ts'
import { instantSchema } from '../time.ts'
import { PLAY_KINDS } from './schemas.ts'

/**
 * Sound of the moment. Of a live show the title is that of the song that its DJ named, or else of the show itself, which has
 * no artist.
 */
export const onAirSchema = z.object({
  kind: z.enum(PLAY_KINDS),
  title: z.string(),
  artist: z.optional(z.string()),
  broadcastId: z.optional(idSchema),
  /** Of a replay: when its show was live. */
  firstAiredAt: z.optional(instantSchema),
  /** When it began: the song, the show, or what plays between shows. */
  startedAt: instantSchema,
  /** Planned end. */
  endsAt: z.optional(instantSchema),
})
export type OnAir = z.infer<typeof onAirSchema>

/** Null: nothing sounds. */
export const nowPlayingReplySchema = z.object({ onAir: z.nullable(onAirSchema) })

/** Message on `/topic/now-playing`. */
export const nowPlayingEventSchema = z.object({
  type: z.literal('NOW_PLAYING'),
  onAir: z.nullable(onAirSchema),
})
export type NowPlayingEvent = z.infer<typeof nowPlayingEventSchema>

export const getNowPlaying = endpoint({
  method: 'GET',
  path: '/api/now-playing',
  summary: 'What sounds now; `onAir` is null when nothing does',
  access: 'public',
  status: 200,
  reply: nowPlayingReplySchema,
})
