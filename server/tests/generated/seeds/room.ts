import { setSlowMode } from '@carillon/contract/broadcasts/endpoints'
import { addWord, postMessage } from '@carillon/contract/chat/endpoints'
import { createPoll, showPoll } from '@carillon/contract/polls/endpoints'
import type { Poll } from '@carillon/contract/polls/schemas'
import { createSongRequest } from '@carillon/contract/song-requests/endpoints'
import type { Seed, Seeds } from '../seed.ts'
import type { World } from '../world.ts'

const QUESTION = { question: 'What is next?', options: ['Kundiman', 'Jazz'] }

/** A poll of the show that is on air. */
async function poll(world: World, state: 'DRAFT' | 'ACTIVE'): Promise<Poll> {
  const as = world.person('DJ')
  const broadcastId = await world.live()
  const { data } = await world.station.call(createPoll, { as, body: { broadcastId, ...QUESTION } })
  if (state === 'ACTIVE') await world.station.call(showPoll, { as, params: { id: data.id } })
  return data
}

const pollIn =
  (state: 'DRAFT' | 'ACTIVE'): Seed =>
  async (world) => ({ as: 'DJ', path: { id: (await poll(world, state)).id } })

/** A show in which anybody may speak at once. */
async function room(world: World): Promise<number> {
  const id = await world.live()
  world.pass(60)
  const body = { enabled: false, seconds: 0 }
  await world.station.call(setSlowMode, { as: world.root, params: { id }, body })
  return id
}

async function songRequest(world: World) {
  const params = { id: await room(world) }
  const as = await world.newcomer()
  const { data } = await world.station.call(createSongRequest, {
    as,
    params,
    body: { songTitle: 'Bahay Kubo' },
  })
  return { as, path: { ...params, requestId: data.id } }
}

const inRoom: Seed = async (world) => ({ path: { broadcastId: await room(world) } })

const listenerInRoom: Seed = async (world) => ({
  as: 'DJ',
  path: { broadcastId: await room(world), userId: (await world.newcomer()).id },
})

export const roomSeeds: Seeds = {
  'GET /api/chats/{broadcastId}': inRoom,
  'POST /api/chats/{broadcastId}': async (world) => ({
    as: 'LISTENER',
    path: { broadcastId: await room(world) },
    body: { content: 'Good evening!' },
  }),
  'GET /api/chats/{broadcastId}/stats': inRoom,
  'GET /api/chats/{broadcastId}/people/{userId}': listenerInRoom,
  'PUT /api/chats/{broadcastId}/people/{userId}/timeout': listenerInRoom,
  'DELETE /api/chats/{broadcastId}/people/{userId}/timeout': listenerInRoom,
  'GET /api/chats/{broadcastId}/export': inRoom,
  'GET /api/broadcasts/{broadcastId}/chat/export': inRoom,
  'DELETE /api/chats/messages/{id}': async (world) => {
    const params = { broadcastId: await room(world) }
    const as = world.person('DJ')
    const { data } = await world.station.call(postMessage, { as, params, body: { content: 'Hello' } })
    return { as: 'DJ', path: { id: data.id } }
  },
  'POST /api/profanity/words': () => ({ body: { word: `word${Math.random().toString(36).slice(2)}` } }),
  'GET /api/profanity/preview': () => ({ query: { word: 'kalokohan' } }),
  'DELETE /api/profanity/words/{id}': async (world) => {
    const body = { word: `word${Math.random().toString(36).slice(2)}` }
    const { data } = await world.station.call(addWord, { as: world.root, body })
    return { as: 'ADMIN', path: { id: data.id } }
  },
  'POST /api/broadcasts/{id}/staff-messages': async (world) => ({
    as: 'DJ',
    path: { id: await world.live() },
    body: { content: 'The news at nine?' },
  }),
  'GET /api/broadcasts/{id}/song-requests': async (world) => ({ path: { id: await world.live() } }),
  'POST /api/broadcasts/{id}/song-requests': async (world) => ({
    as: await world.newcomer(),
    path: { id: await room(world) },
  }),
  'PUT /api/broadcasts/{id}/song-requests/{requestId}': async (world) => ({
    ...(await songRequest(world)),
    as: 'DJ',
  }),
  'DELETE /api/broadcasts/{id}/song-requests/{requestId}': songRequest,
  'POST /api/polls': async (world) => ({ as: 'DJ', body: { broadcastId: await world.live(), ...QUESTION } }),
  'GET /api/polls/broadcast/{broadcastId}': inRoom,
  'GET /api/polls/broadcast/{broadcastId}/active': inRoom,
  'GET /api/polls/{id}': pollIn('ACTIVE'),
  'DELETE /api/polls/{id}': pollIn('DRAFT'),
  'GET /api/polls/{id}/results': pollIn('ACTIVE'),
  'GET /api/polls/{id}/has-voted': pollIn('ACTIVE'),
  'GET /api/polls/{id}/user-vote': pollIn('ACTIVE'),
  'POST /api/polls/{id}/show': pollIn('DRAFT'),
  'POST /api/polls/{id}/end': pollIn('ACTIVE'),
  'POST /api/polls/{id}/vote': async (world) => {
    const { id, options } = await poll(world, 'ACTIVE')
    return { as: 'LISTENER', path: { id }, body: { optionId: options[0]?.id } }
  },
}
