import { z } from 'zod/mini'
import { DAY_MS, MINUTE_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { countSchema } from '../fields.ts'
import { STAFF } from '../roles.ts'

export const BETWEEN_SHOWS = ['OFF', 'ON'] as const
export const MAX_REPLAY_WEIGHT = 10
export const MAX_JINGLE_EVERY = 100
export const MAX_REWIND_HOURS = 12
const MINUTES_PER_DAY = DAY_MS / MINUTE_MS

function upTo(maximum: number) {
  return z.int().check(z.minimum(0), z.maximum(maximum))
}

/** Settings of what plays between shows. */
export const playoutSettingsSchema = z.object({
  /** With `OFF` the station is silent between shows. */
  betweenShows: z.enum(BETWEEN_SHOWS),
  /** Share of the choices beside the playlists; 0 is never. */
  replayWeight: upTo(MAX_REPLAY_WEIGHT),
  /** Tracks and replays between two jingles; 0 is no jingles. */
  jingleEvery: upTo(MAX_JINGLE_EVERY),
  stationIdHourly: z.boolean(),
  /** Minutes between the starts of two tracks of one artist. */
  artistGapMinutes: upTo(MINUTES_PER_DAY),
  /** Minutes between two starts of one track. */
  trackGapMinutes: upTo(7 * MINUTES_PER_DAY),
  /** Hours that listeners may go back between shows; 0 is not at all. */
  rewindHours: upTo(MAX_REWIND_HOURS),
})
export type PlayoutSettings = z.infer<typeof playoutSettingsSchema>

/** Settings to be changed; what is absent stays as it is. */
export const playoutChangesSchema = z.partial(playoutSettingsSchema)
export type PlayoutChanges = z.output<typeof playoutChangesSchema>

/** Settings, and how much there is to choose from; tracks of playlists alone, recordings that are public. */
export const playoutSchema = z.object({
  settings: playoutSettingsSchema,
  playable: z.object({
    tracks: countSchema,
    replays: countSchema,
    jingles: countSchema,
    stationIds: countSchema,
    hasBed: z.boolean(),
  }),
})
export type Playout = z.infer<typeof playoutSchema>

export const getPlayout = endpoint({
  method: 'GET',
  path: '/api/playout',
  summary: 'How the station plays between shows, and what there is to play',
  access: STAFF,
  status: 200,
  reply: playoutSchema,
})
export const setPlayout = endpoint({
  method: 'PUT',
  path: '/api/playout/settings',
  summary: 'Set how the station plays between shows; what is not named stays as it is',
  access: ['ADMIN'],
  status: 200,
  body: playoutChangesSchema,
  reply: playoutSchema,
})

export const playoutEndpoints = { getPlayout, setPlayout }
