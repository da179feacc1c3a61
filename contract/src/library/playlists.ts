import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countSchema, idParams, idSchema, lineSchema } from '../fields.ts'
import { STAFF } from '../roles.ts'
import { LIBRARY_ACCESS, libraryItemSchema } from './schemas.ts'

export const MAX_PLAYLISTS = 100
/** Of one playlist; four days without a repetition. */
export const MAX_PLAYLIST_ITEMS = 1_000
export const MAX_PLAYLIST_HOURS = 50
export const MAX_PLAYLIST_WEIGHT = 10
export const MAX_PLAYLIST_NAME_LENGTH = 80
/** A thousand ids, as long as numbers of JSON may be. */
export const MAX_PLAYLIST_BYTES = 32 * 1024
const MINUTES_OF_A_DAY = 24 * 60

/** Hours of one day of the week: 0 is Sunday; minutes since midnight, station time, without the last one. */
const hoursSchema = z
  .object({
    day: z.int().check(z.minimum(0), z.maximum(6)),
    from: z.int().check(z.minimum(0), z.maximum(MINUTES_OF_A_DAY - 1)),
    to: z.int().check(z.minimum(1), z.maximum(MINUTES_OF_A_DAY)),
  })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], message: 'The end must be after the start' }))
export type PlaylistHours = z.infer<typeof hoursSchema>

/** Playlist; `playable` counts its tracks that do not rest. With none it is left out when something is chosen. */
export const playlistSchema = z.object({
  id: idSchema,
  name: z.string(),
  weight: countSchema,
  hours: z.array(hoursSchema),
  tracks: countSchema,
  playable: countSchema,
  durationMs: countSchema,
})
export type Playlist = z.infer<typeof playlistSchema>
const fullPlaylistSchema = z.extend(playlistSchema, { items: z.array(libraryItemSchema) })
export type FullPlaylist = z.infer<typeof fullPlaylistSchema>

const bodySchema = z.object({
  name: lineSchema(MAX_PLAYLIST_NAME_LENGTH, 'Please enter a name'),
  weight: z._default(z.int().check(z.minimum(0), z.maximum(MAX_PLAYLIST_WEIGHT)), 1),
  hours: z._default(
    z
      .array(hoursSchema)
      .check(
        z.maxLength(MAX_PLAYLIST_HOURS),
        z.refine(areApart, 'Two of these times begin at the same moment or overlap'),
      ),
    [],
  ),
})
export type PlaylistBody = z.output<typeof bodySchema>

export const listPlaylists = endpoint({
  method: 'GET',
  path: '/api/playlists',
  summary: 'Playlists by name; those with nothing to play are among them',
  access: LIBRARY_ACCESS,
  status: 200,
  reply: z.array(playlistSchema),
})
export const getPlaylist = endpoint({
  method: 'GET',
  path: '/api/playlists/:id',
  summary: 'A playlist with its tracks, in order',
  access: LIBRARY_ACCESS,
  status: 200,
  params: idParams,
  reply: fullPlaylistSchema,
  rows: ['items'],
})
export const createPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlists',
  summary: 'Make a playlist, without tracks',
  access: STAFF,
  status: 201,
  body: bodySchema,
  reply: playlistSchema,
  refusals: ['LIBRARY_FULL'],
})
export const updatePlaylist = endpoint({
  method: 'PUT',
  path: '/api/playlists/:id',
  summary: 'Change name, weight and hours',
  access: STAFF,
  status: 200,
  params: idParams,
  body: bodySchema,
  reply: playlistSchema,
})
export const setPlaylistItems = endpoint({
  method: 'PUT',
  path: '/api/playlists/:id/items',
  summary: 'Set the tracks of a playlist, in order; none is allowed',
  access: STAFF,
  status: 200,
  params: idParams,
  body: z.object({
    itemIds: z.array(idSchema).check(
      z.maxLength(MAX_PLAYLIST_ITEMS, `At most ${MAX_PLAYLIST_ITEMS} tracks`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Each track once'),
    ),
  }),
  maxBodyBytes: MAX_PLAYLIST_BYTES,
  reply: playlistSchema,
})
export const deletePlaylist = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:id',
  summary: 'Delete a playlist; its tracks stay in the library',
  access: STAFF,
  status: 204,
  params: idParams,
  reply: z.null(),
})

export const playlistEndpoints = {
  listPlaylists,
  getPlaylist,
  createPlaylist,
  updatePlaylist,
  setPlaylistItems,
  deletePlaylist,
}

function areApart(hours: readonly { day: number; from: number; to: number }[]): boolean {
  const sorted = [...hours].sort((a, b) => a.day - b.day || a.from - b.from)
  return sorted.every((span, at) => {
    const next = sorted[at + 1]
    return !next || next.day !== span.day || span.to <= next.from
  })
}
