import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { ROLES, type Role } from '@carillon/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handshake } from './support/handshake.ts'
import { signIn, startStation, type TestStation } from './support/station.ts'

/** `this machine`: anyone who asks from it, when there is no METRICS_TOKEN; these tests do. */
type Row = 'anybody' | 'this machine' | 'signed in' | 'encoder password' | readonly Role[]

const BROADCASTERS = ['DJ', 'ADMIN'] as const
const PERFORMERS_AND_STAFF = ['DJ', 'MODERATOR', 'ADMIN'] as const
const STAFF = ['MODERATOR', 'ADMIN'] as const
const ADMIN = ['ADMIN'] as const

/** Access to each call, written by hand from the agreed table: one that is not here may not exist. */
const TABLE: Record<string, Row> = {
  'POST /api/auth/login': 'anybody',
  'POST /api/auth/logout': 'anybody',
  'POST /api/auth/register': 'anybody',
  'GET /api/auth/me': 'signed in',
  'POST /api/auth/verify': 'anybody',
  'POST /api/auth/send-code': 'anybody',
  'POST /api/auth/forgot-password': 'anybody',
  'POST /api/auth/reset-password': 'anybody',
  'GET /api/auth/:id': 'signed in',
  'PUT /api/auth/:id': 'signed in',
  'POST /api/auth/:id/change-password': 'signed in',
  'PUT /api/auth/me/preferences': 'signed in',
  'POST /api/auth/users': ADMIN,
  'GET /api/auth/by-role/:role': STAFF,
  'GET /api/auth/paged': STAFF,
  'PUT /api/auth/:id/role': ADMIN,
  'PUT /api/auth/:id/role/by-actor': STAFF,
  'POST /api/auth/:id/ban': STAFF,
  'POST /api/auth/:id/unban': STAFF,
  'POST /api/auth/:id/reset-password': ADMIN,
  'GET /api/auth/totp': 'signed in',
  'POST /api/auth/totp/begin': PERFORMERS_AND_STAFF,
  'POST /api/auth/totp/confirm': PERFORMERS_AND_STAFF,
  'POST /api/auth/totp/recovery-codes': 'signed in',
  'POST /api/auth/totp/off': 'signed in',
  'POST /api/auth/:id/totp/off': ADMIN,
  'GET /api/broadcasts': 'anybody',
  'POST /api/broadcasts': BROADCASTERS,
  'POST /api/broadcasts/schedule': BROADCASTERS,
  'GET /api/broadcasts/upcoming': 'anybody',
  'GET /api/broadcasts/live': 'anybody',
  'GET /api/now-playing': 'anybody',
  'GET /api/broadcasts/live/health': 'anybody',
  'GET /api/broadcasts/history': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:id': 'anybody',
  'PUT /api/broadcasts/:id': BROADCASTERS,
  'DELETE /api/broadcasts/:id': BROADCASTERS,
  'POST /api/broadcasts/:id/start': BROADCASTERS,
  'POST /api/broadcasts/:id/start-test': BROADCASTERS,
  'POST /api/broadcasts/:id/end': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:id/marks': 'anybody',
  'GET /api/broadcasts/:id/hand-over': PERFORMERS_AND_STAFF,
  'POST /api/broadcasts/:id/stand-by': BROADCASTERS,
  'POST /api/broadcasts/:id/hand-over': PERFORMERS_AND_STAFF,
  'POST /api/broadcasts/:id/hand-over/cancel': PERFORMERS_AND_STAFF,
  'POST /api/broadcasts/:id/test': BROADCASTERS,
  'PUT /api/broadcasts/:id/slowmode': PERFORMERS_AND_STAFF,
  'PUT /api/broadcasts/:id/now-playing': BROADCASTERS,
  'GET /api/analytics/activity': PERFORMERS_AND_STAFF,
  'GET /api/analytics/broadcasts': PERFORMERS_AND_STAFF,
  'GET /api/analytics/broadcasts/detailed': PERFORMERS_AND_STAFF,
  'GET /api/analytics/broadcast/:id': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:id/analytics': PERFORMERS_AND_STAFF,
  'GET /api/analytics/engagement': PERFORMERS_AND_STAFF,
  'GET /api/analytics/users': ADMIN,
  'GET /api/analytics/realtime': PERFORMERS_AND_STAFF,
  'GET /api/analytics/demographics': PERFORMERS_AND_STAFF,
  'GET /api/analytics/popular-broadcasts': PERFORMERS_AND_STAFF,
  'GET /api/analytics/summary': PERFORMERS_AND_STAFF,
  'GET /api/analytics/health': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:id/song-requests': 'signed in',
  'POST /api/broadcasts/:id/song-requests': 'signed in',
  'PUT /api/broadcasts/:id/song-requests/:requestId': PERFORMERS_AND_STAFF,
  'DELETE /api/broadcasts/:id/song-requests/:requestId': 'signed in',
  'GET /api/song-requests': PERFORMERS_AND_STAFF,
  'GET /api/song-requests/stats': PERFORMERS_AND_STAFF,
  'POST /api/polls': PERFORMERS_AND_STAFF,
  'GET /api/polls/broadcast/:broadcastId': 'anybody',
  'GET /api/polls/broadcast/:broadcastId/active': 'anybody',
  'GET /api/polls/:id': 'anybody',
  'POST /api/polls/:id/vote': 'signed in',
  'GET /api/polls/:id/results': 'anybody',
  'GET /api/polls/:id/has-voted': 'signed in',
  'GET /api/polls/:id/user-vote': 'signed in',
  'POST /api/polls/:id/show': PERFORMERS_AND_STAFF,
  'POST /api/polls/:id/end': PERFORMERS_AND_STAFF,
  'DELETE /api/polls/:id': PERFORMERS_AND_STAFF,
  'GET /api/chats/:broadcastId': 'anybody',
  'POST /api/chats/:broadcastId': 'signed in',
  'DELETE /api/chats/messages/:id': 'signed in',
  'GET /api/chats/:broadcastId/stats': 'anybody',
  'GET /api/chats/:broadcastId/people/:userId': PERFORMERS_AND_STAFF,
  'PUT /api/chats/:broadcastId/people/:userId/timeout': PERFORMERS_AND_STAFF,
  'DELETE /api/chats/:broadcastId/people/:userId/timeout': PERFORMERS_AND_STAFF,
  'GET /api/timeouts/me': 'signed in',
  'GET /api/chats/:broadcastId/export': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:broadcastId/chat/export': PERFORMERS_AND_STAFF,
  'GET /api/library': PERFORMERS_AND_STAFF,
  'GET /api/library/quota': PERFORMERS_AND_STAFF,
  'GET /api/library/suggestions': 'signed in',
  'GET /api/library/:id': PERFORMERS_AND_STAFF,
  'PUT /api/library/:id': PERFORMERS_AND_STAFF,
  'DELETE /api/library/:id': PERFORMERS_AND_STAFF,
  'POST /api/library/upload': PERFORMERS_AND_STAFF,
  'GET /api/library/:id/sound': PERFORMERS_AND_STAFF,
  'GET /api/playout': STAFF,
  'PUT /api/playout/settings': ADMIN,
  'GET /api/playout/replays': 'anybody',
  'GET /api/playout/recordings': STAFF,
  'POST /api/playout/replays': STAFF,
  'DELETE /api/playout/replays/:id': STAFF,
  'GET /api/playlists': PERFORMERS_AND_STAFF,
  'GET /api/playlists/:id': PERFORMERS_AND_STAFF,
  'POST /api/playlists': STAFF,
  'PUT /api/playlists/:id': STAFF,
  'PUT /api/playlists/:id/items': STAFF,
  'DELETE /api/playlists/:id': STAFF,
  'GET /api/plays': PERFORMERS_AND_STAFF,
  'GET /api/plays/export': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:id/songs': 'anybody',
  'GET /api/broadcasts/calendar.ics': 'anybody',
  'GET /api/broadcasts/:id/calendar.ics': 'anybody',
  'GET /api/profanity/words': PERFORMERS_AND_STAFF,
  'POST /api/profanity/words': PERFORMERS_AND_STAFF,
  'GET /api/profanity/preview': PERFORMERS_AND_STAFF,
  'DELETE /api/profanity/words/:id': ADMIN,
  'GET /api/broadcasts/:id/reminder': 'signed in',
  'PUT /api/broadcasts/:id/reminder': 'signed in',
  'DELETE /api/broadcasts/:id/reminder': 'signed in',
  'GET /api/notifications': 'signed in',
  'GET /api/notifications/unread': 'signed in',
  'GET /api/notifications/count-unread': 'signed in',
  'PUT /api/notifications/:id/read': 'signed in',
  'PUT /api/notifications/read-all': 'signed in',
  'GET /api/notifications/by-type/:type': 'signed in',
  'GET /api/notifications/recent': 'signed in',
  'DELETE /api/notifications/:id': 'signed in',
  'POST /api/notifications/test/broadcast': STAFF,
  'GET /api/notifications/push/key': 'signed in',
  'PUT /api/notifications/push': 'signed in',
  'DELETE /api/notifications/push': 'signed in',
  'GET /api/stream/config': 'anybody',
  'GET /api/stream/status': 'anybody',
  'GET /api/stream/health': 'anybody',
  'GET /api/stream/earlier': 'anybody',
  'POST /api/stream/start': BROADCASTERS,
  'POST /api/stream/stop': BROADCASTERS,
  'GET /api/radio/status': PERFORMERS_AND_STAFF,
  'POST /api/radio/start': ADMIN,
  'POST /api/radio/stop': ADMIN,
  'GET /api/announcements': 'anybody',
  'POST /api/announcements': PERFORMERS_AND_STAFF,
  'GET /api/announcements/by-status/:status': PERFORMERS_AND_STAFF,
  'GET /api/announcements/my-announcements': PERFORMERS_AND_STAFF,
  'GET /api/announcements/:id': 'anybody',
  'PUT /api/announcements/:id': PERFORMERS_AND_STAFF,
  'DELETE /api/announcements/:id': PERFORMERS_AND_STAFF,
  'POST /api/announcements/:id/publish': STAFF,
  'POST /api/announcements/:id/schedule': STAFF,
  'POST /api/announcements/:id/pin': STAFF,
  'POST /api/announcements/:id/unpin': STAFF,
  'POST /api/announcements/:id/archive': STAFF,
  'POST /api/announcements/:id/unarchive': STAFF,
  'POST /api/announcements/:id/reject': STAFF,
  'POST /api/announcements/:id/resubmit': PERFORMERS_AND_STAFF,
  'POST /api/announcements/images': PERFORMERS_AND_STAFF,
  'PUT /api/broadcasts/:id/takes/:take': ['DJ', 'ADMIN'],
  'GET /uploads/:name': 'anybody',
  'GET /hls/live.m3u8': 'anybody',
  'GET /hls/live.mp3.m3u8': 'anybody',
  'GET /hls/main.m3u8': 'anybody',
  'GET /hls/shows/:file': 'anybody',
  'GET /hls/:epoch/:file': 'anybody',
  'GET /live.mp3': 'anybody',
  'OPTIONS /live.mp3': 'anybody',
  'OPTIONS /live.ogg': 'anybody',
  'GET /live.m3u': 'anybody',
  'GET /status-json.xsl': 'anybody',
  'GET /7.xsl': 'anybody',
  'GET /7.html': 'anybody',
  'GET /live.pls': 'anybody',
  'GET /live.xspf': 'anybody',
  'GET /api/broadcasts/:id/encoder': BROADCASTERS,
  'PUT /api/broadcasts/:id/encoder/password': BROADCASTERS,
  'DELETE /api/broadcasts/:id/encoder/password': BROADCASTERS,
  'GET /admin/metadata': 'encoder password',
  'POST /admin/metadata': 'encoder password',
  'PUT /studio.ogg': 'encoder password',
  'SOURCE /studio.ogg': 'encoder password',
  'OPTIONS *': 'anybody',
  'GET /live.ogg': 'anybody',
  'GET /test/:file': 'signed in',
  'GET /stream/health': 'anybody',
  'GET /recordings/:file': 'anybody',
  'GET /relay/recordings/:file': 'anybody',
  'GET /relay/takes/:id': 'anybody',
  'GET /relay/library/:file': 'anybody',
  'GET /relay/hls/segments': 'anybody',
  'PUT /relay/takes/:id/:take': 'anybody',
  'GET /api/broadcasts/:id/recording': 'anybody',
  'PUT /api/broadcasts/:id/recording': PERFORMERS_AND_STAFF,
  'DELETE /api/broadcasts/:id/recording': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:id/staff-messages': PERFORMERS_AND_STAFF,
  'POST /api/broadcasts/:id/staff-messages': PERFORMERS_AND_STAFF,
  'GET /api/broadcasts/:id/recording/visibility': PERFORMERS_AND_STAFF,
  'PUT /api/broadcasts/:id/recording/visibility': PERFORMERS_AND_STAFF,
  'GET /healthz': 'anybody',
  'GET /readyz': 'anybody',
  'GET /metrics': 'this machine',
  'GET /api/docs': 'anybody',
  'GET /api/docs/*': 'anybody',
  'GET /api/docs/openapi.json': 'anybody',
  'SOCKET /ws/live': BROADCASTERS,
  'SOCKET /ws/listener': 'anybody',
  'SOCKET /ws/polls/:broadcastId': 'anybody',
  'GET /ws-radio': 'anybody',
  'GET /ws-radio/': 'anybody',
  'GET /ws-radio/info': 'anybody',
  'GET /ws-radio/websocket': 'anybody',
  'GET /ws-radio/:server/:session/websocket': 'anybody',
  'OPTIONS /ws-radio/info': 'anybody',
  'POST /ws-radio/:server/:session/xhr': 'anybody',
  'OPTIONS /ws-radio/:server/:session/xhr': 'anybody',
  'POST /ws-radio/:server/:session/xhr_streaming': 'anybody',
  'OPTIONS /ws-radio/:server/:session/xhr_streaming': 'anybody',
  'POST /ws-radio/:server/:session/xhr_send': 'anybody',
  'OPTIONS /ws-radio/:server/:session/xhr_send': 'anybody',
  // Anyone who has not the key of the instances is told that nothing is there.
  'SOCKET /relay/:broadcastId': 'anybody',
  'SOCKET /ws-radio/websocket': 'anybody',
  'SOCKET /ws-radio/:server/:session/websocket': 'anybody',
}

/** An id that nothing has: who may call learns 404, who may not learns nothing. */
const NO_ID = '2147483647'

let station: TestStation

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

it('[HT12] every call, stream and socket of the server has its row in the table of permissions', () => {
  const { routes, rawRoutes, upgrades, protocolRoutes } = station.app
  const registered = [
    ...routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
    ...rawRoutes.flatMap(({ path, methods = ['GET'] }) => methods.map((method) => `${method} ${path}`)),
    ...upgrades.map(({ path }) => `SOCKET ${path}`),
    ...protocolRoutes.flatMap(({ prefixes }) => prefixes.map((prefix) => prefix.trim())),
  ]
  expect(registered.sort()).toEqual(Object.keys(TABLE).sort())
})

describe.each(Object.entries(TABLE))('%s', (call, row) => {
  it.each(['visitor', ...ROLES] as const)('[HT12] lets %s in, or not, as the table says', async (who) => {
    const token = who === 'visitor' ? null : await tokenOf(call, who)
    const status = await statusOf(call, token)
    expect(verdictOf(status)).toBe(expectedVerdict(row, who))
  })
})

function expectedVerdict(row: Row, who: Role | 'visitor'): 'in' | 401 | 403 {
  if (row === 'anybody' || row === 'this machine') return 'in'
  // No session opens it: anyone who asks is asked for the password of an encoder.
  if (who === 'visitor' || row === 'encoder password') return 401
  return row === 'signed in' || row.includes(who) ? 'in' : 403
}

function verdictOf(status: number): 'in' | 401 | 403 {
  return status === 401 || status === 403 ? status : 'in'
}

/** Signing out ends a session: it gets one of its own. */
async function tokenOf(call: string, role: Role): Promise<string> {
  const member = await station.as(role)
  if (call !== `POST ${authEndpoints.logout.path}`) return member.token
  return (await signIn(station, member.email, member.password)).token
}

async function statusOf(call: string, token: string | null): Promise<number> {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern
    .replace(/:(id|[a-z]+Id)\b/g, NO_ID)
    .replace(':role', 'LISTENER')
    .replace(':file', `${NO_ID}.ogg`)
    .replace('/*', '/js/scalar.js')
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (method === 'SOCKET') return (await handshake(station, path, headers)).status
  if (path === '/studio.ogg' || path === '*') return statusOfRequest(method, path, headers)
  const query = path.endsWith('/role') ? '?newRole=DJ' : ''
  // No body: what would change something is refused as invalid after the door.
  const reply = await fetch(station.origin + path + query, { method, headers, redirect: 'manual' })
  await reply.body?.cancel()
  return reply.status
}

/** For what `fetch` does not say, and on a connection of its own, as programs that send sound come. */
async function statusOfRequest(method: string, path: string, headers: Record<string, string>) {
  const asked = request(station.origin, { method, path, headers, agent: false }).end()
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  reply.resume()
  return reply.statusCode ?? 0
}
