import { ANNOUNCEMENT_STATUSES } from '@carillon/contract/announcements/schemas'
import type { Endpoint } from '@carillon/contract/endpoint'
import { NOTIFICATION_TYPES } from '@carillon/contract/notifications/schemas'
import { ROLES } from '@carillon/contract/roles'
import { isList } from '@carillon/contract/rows'
import { expect } from 'vitest'
import { type Answer, callStation, type Member, type TestStation } from './station.ts'

/** Parameters and query of a call. */
export type Asked = { params?: object; query?: object }

const SHOW = { id: 1 }
const OF_SHOW = { broadcastId: 1 }

/** Requests of each list. A list that is not here fails the test: it needs a line. */
export const ASKED: Record<string, readonly Asked[]> = {
  'GET /api/announcements': [{}],
  'GET /api/announcements/by-status/:status': ANNOUNCEMENT_STATUSES.map((status) => ({ params: { status } })),
  'GET /api/announcements/my-announcements': [{}],
  'GET /api/analytics/activity': [{ query: { limit: 200 } }],
  'GET /api/analytics/broadcast/:id': [{ params: SHOW }],
  'GET /api/analytics/broadcasts/detailed': [{}],
  'GET /api/analytics/popular-broadcasts': [{ query: { limit: 50 } }],
  'GET /api/auth/by-role/:role': ROLES.map((role) => ({ params: { role } })),
  'GET /api/auth/paged': [{}],
  'GET /api/broadcasts': [{}],
  'GET /api/broadcasts/:id/analytics': [{ params: SHOW }],
  'GET /api/broadcasts/:id/marks': [{ params: SHOW }],
  'GET /api/broadcasts/:id/song-requests': [{ params: SHOW }],
  'GET /api/broadcasts/:id/songs': [{ params: SHOW }],
  'GET /api/broadcasts/:id/staff-messages': [{ params: SHOW, query: { limit: 100 } }],
  'GET /api/broadcasts/history': [{ query: { days: 3650 } }],
  'GET /api/broadcasts/live': [{}],
  'GET /api/broadcasts/upcoming': [{}],
  'GET /api/chats/:broadcastId': [{ params: OF_SHOW, query: { limit: 100 } }],
  'GET /api/library': [{}],
  'GET /api/library/suggestions': [{ query: { search: 'harana' } }],
  'GET /api/notifications': [{}],
  'GET /api/notifications/by-type/:type': NOTIFICATION_TYPES.map((type) => ({ params: { type } })),
  'GET /api/notifications/recent': [{ query: { since: '1970-01-01T00:00:00Z' } }],
  'GET /api/notifications/unread': [{}],
  'GET /api/playout/replays': [{}, { query: { from: '1970-01-01T00:00:00Z' } }],
  'GET /api/playout/recordings': [{}],
  'GET /api/playlists': [{}],
  'GET /api/playlists/:id': [{ params: { id: 1 } }],
  'GET /api/plays': [{}],
  'GET /api/polls/broadcast/:broadcastId': [{ params: OF_SHOW }],
  'GET /api/profanity/words': [{}],
  'GET /api/song-requests': [{}],
  'GET /api/stream/earlier': [{}],
}

/** The lists that a station has. */
export const listsOf = ({ app }: Pick<TestStation, 'app'>): Endpoint[] =>
  app.routes.map(({ endpoint }) => endpoint).filter(isList)

/** Asks, and gives the data; anything but 200 fails the test. */
export async function ask(
  { origin, as }: { origin: string; as: Member },
  endpoint: Endpoint,
  options: Asked,
): Promise<Record<string, unknown>> {
  const answer = await callStation(origin, endpoint, { ...options, as } as never)
  const what = `${endpoint.method} ${endpoint.path} ${JSON.stringify(options)}`
  expect([what, answer.status, answer.error.code]).toEqual([what, 200, undefined])
  return (answer as Answer<Endpoint>).data as Record<string, unknown>
}

/** Queries that some need beside the address. */
const QUERIES: Record<string, Asked> = { '/api/profanity/preview': { query: { word: 'harana' } } }

/** Asks for everything else that has one address: numbers above all. */
export async function askPlain(station: Pick<TestStation, 'app' | 'origin'>, as: Member): Promise<void> {
  for (const { endpoint } of station.app.routes) {
    const isPlain = endpoint.method === 'GET' && !endpoint.path.includes(':') && !isList(endpoint)
    if (isPlain) await ask({ origin: station.origin, as }, endpoint, QUERIES[endpoint.path] ?? {})
  }
}
