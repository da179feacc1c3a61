import { createPlaylist } from '@carillon/contract/library/playlists'
import { LIBRARY_UPLOAD_PATH } from '@carillon/contract/library/schemas'
import { opusFile, TONE } from '../../../src/features/library/testing.ts'
import type { Seed, Seeds } from '../seed.ts'

let sounds = 0

/** Each is another sound: the same one is in the library once. */
const file = () => opusFile(TONE(0.6, 200 + 7 * sounds++))

const oneOfMine: Seed = async (world) => {
  const dj = await world.newcomer('DJ')
  const reply = await fetch(`${world.station.origin}${LIBRARY_UPLOAD_PATH}?title=Harana`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dj.token}` },
    body: new Uint8Array(file()),
  })
  const { data } = (await reply.json()) as { data: { id: number } }
  return { as: dj, path: { id: data.id } }
}

const anyPlaylist: Seed = async (world) => {
  const { data } = await world.station.call(createPlaylist, { as: world.root, body: { name: 'Morning' } })
  return { as: 'MODERATOR', path: { id: data.id } }
}

export const librarySeeds: Seeds = {
  'POST /api/playlists': () => ({ as: 'MODERATOR', body: { hours: [] } }),
  'GET /api/playlists/{id}': anyPlaylist,
  'PUT /api/playlists/{id}': async (world) => ({ ...(await anyPlaylist(world)), body: { hours: [] } }),
  'PUT /api/playlists/{id}/items': async (world) => ({
    ...(await anyPlaylist(world)),
    body: { itemIds: [] },
  }),
  'DELETE /api/playlists/{id}': anyPlaylist,
  'GET /api/library/{id}': oneOfMine,
  'PUT /api/library/{id}': oneOfMine,
  'DELETE /api/library/{id}': oneOfMine,
  'GET /api/library/{id}/sound': async (world) => ({ ...(await oneOfMine(world)), headers: {} }),
  'POST /api/library/upload': () => ({ as: 'DJ', body: file() }),
}
