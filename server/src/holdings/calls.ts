import { MAX_ACTIVITY_LIMIT, MAX_POPULAR_LIMIT, MAX_SUMMARY_DAYS } from '@carillon/contract/analytics/schemas'
import { MAX_ANNOUNCEMENT_BYTES } from '@carillon/contract/announcements/schemas'
import { MAX_BROADCAST_MARKS } from '@carillon/contract/broadcasts/marks'
import { MAX_CHAT_HISTORY_SIZE, MAX_WORDS } from '@carillon/contract/chat/schemas'
import { MAX_PLAYLIST_BYTES, MAX_PLAYLIST_ITEMS, MAX_PLAYLISTS } from '@carillon/contract/library/playlists'
import { RECENT_LIMIT } from '@carillon/contract/notifications/schemas'
import { MAX_PAGE_SIZE } from '@carillon/contract/page'
import { MAX_LISTED_REPLAYS } from '@carillon/contract/playout/replays'
import { MAX_SONGS } from '@carillon/contract/plays/schemas'
import { MAX_POLL_OPTIONS } from '@carillon/contract/polls/schemas'
import { WAVEFORM_POINTS } from '@carillon/contract/recordings/schemas'
import { MAX_SUGGESTIONS } from '@carillon/contract/song-requests/suggestions'
import { MAX_STAFF_HISTORY_SIZE } from '@carillon/contract/staff-line/schemas'
import { MAX_CURVE_POINTS } from '../features/analytics/show-store.ts'
import { MAX_BY_ROLE } from '../features/auth/directory.ts'
import { MAX_UPCOMING } from '../features/broadcasts/routes.ts'
import { MAX_LISTED as MAX_LISTED_POLLS } from '../features/polls/routes.ts'
import { MAX_LISTED as MAX_LISTED_SONG_REQUESTS } from '../features/song-requests/routes.ts'
import { MAX_ITEM_TAPES } from '../features/stream/rewind/rewinds.ts'
import { ANSWERED, EVERY_REQUEST } from './common.ts'
import { counted, type Holding, type Limit } from './holding.ts'

import { LIMITED_CALLS } from './limited-calls.ts'
import { STREAMED_CALLS } from './streamed-calls.ts'

/** Calls that read or write a bounded number of rows, of which each has a bounded length by its schema. */
const ONE: Holding = {
  kind: 'call',
  places: [
    'POST /api/auth/logout',
    'GET /api/auth/me',
    'GET /api/auth/:id',
    'PUT /api/auth/:id',
    'PUT /api/auth/me/preferences',
    'GET /api/auth/totp',
    'POST /api/auth/:id/totp/off',
    'PUT /api/auth/:id/role',
    'PUT /api/auth/:id/role/by-actor',
    'POST /api/auth/:id/unban',
    'GET /api/broadcasts/live/health',
    'GET /api/broadcasts/:id',
    'POST /api/broadcasts',
    'POST /api/broadcasts/schedule',
    'PUT /api/broadcasts/:id',
    'PUT /api/broadcasts/:id/slowmode',
    'PUT /api/broadcasts/:id/now-playing',
    'POST /api/broadcasts/:id/start',
    'POST /api/broadcasts/:id/start-test',
    'POST /api/broadcasts/:id/end',
    'GET /api/broadcasts/:id/hand-over',
    'POST /api/broadcasts/:id/stand-by',
    'POST /api/broadcasts/:id/hand-over',
    'POST /api/broadcasts/:id/hand-over/cancel',
    'DELETE /api/broadcasts/:id',
    'POST /api/broadcasts/:id/test',
    'DELETE /api/chats/messages/:id',
    'DELETE /api/profanity/words/:id',
    'GET /api/chats/:broadcastId/stats',
    'GET /api/chats/:broadcastId/people/:userId',
    'PUT /api/chats/:broadcastId/people/:userId/timeout',
    'DELETE /api/chats/:broadcastId/people/:userId/timeout',
    'GET /api/timeouts/me',
    'GET /api/broadcasts/:id/reminder',
    'PUT /api/broadcasts/:id/reminder',
    'DELETE /api/broadcasts/:id/reminder',
    'PUT /api/broadcasts/:id/song-requests/:requestId',
    'DELETE /api/broadcasts/:id/song-requests/:requestId',
    'GET /api/song-requests/stats',
    'GET /api/polls/:id/has-voted',
    'GET /api/polls/:id/user-vote',
    'GET /api/stream/config',
    'GET /api/stream/status',
    'GET /api/stream/health',
    'GET /stream/health',
    'POST /api/stream/start',
    'POST /api/stream/stop',
    'POST /api/radio/start',
    'POST /api/radio/stop',
    'GET /api/radio/status',
    'GET /api/broadcasts/:id/encoder',
    'PUT /api/broadcasts/:id/encoder/password',
    'DELETE /api/broadcasts/:id/encoder/password',
    'PUT /api/broadcasts/:id/recording',
    'GET /api/broadcasts/:id/recording/visibility',
    'PUT /api/broadcasts/:id/recording/visibility',
    'DELETE /api/broadcasts/:id/recording',
    'GET /api/analytics/broadcasts',
    'GET /api/analytics/engagement',
    'GET /api/analytics/users',
    'GET /api/analytics/demographics',
    'GET /api/analytics/health',
    'GET /api/analytics/realtime',
    'GET /api/notifications/count-unread',
    'PUT /api/notifications/:id/read',
    'PUT /api/notifications/read-all',
    'DELETE /api/notifications/:id',
    'GET /api/notifications/push/key',
    'DELETE /api/notifications/push',
    'GET /api/announcements/:id',
    'GET /api/library/quota',
    'GET /api/playout',
    'PUT /api/playout/settings',
    'POST /api/playout/replays',
    'DELETE /api/playout/replays/:id',
    'GET /api/library/:id',
    'PUT /api/library/:id',
    'DELETE /api/library/:id',
    'POST /api/playlists',
    'PUT /api/playlists/:id',
    'DELETE /api/playlists/:id',
    'POST /api/announcements/:id/schedule',
    'POST /api/announcements/:id/reject',
    'POST /api/announcements/:id/publish',
    'POST /api/announcements/:id/pin',
    'POST /api/announcements/:id/unpin',
    'POST /api/announcements/:id/archive',
    'POST /api/announcements/:id/unarchive',
    'POST /api/announcements/:id/resubmit',
    'DELETE /api/announcements/:id',
  ],
  holds: 'a body, a connection to the database, a reply of a few kilobytes',
  limits: [...EVERY_REQUEST],
  ends: ANSWERED,
  refusal: 'BODY_TOO_LARGE',
}

const ANNOUNCEMENTS: Holding = {
  kind: 'call',
  places: ['POST /api/announcements', 'PUT /api/announcements/:id'],
  holds: 'the text of an announcement, each character of it escaped at most',
  limits: [
    counted('contract/src/announcements/schemas.ts', { MAX_ANNOUNCEMENT_BYTES }, 'bytes of body', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'BODY_TOO_LARGE',
}

const PLAYLISTS: Holding = {
  kind: 'call',
  places: ['PUT /api/playlists/:id/items'],
  holds: 'the ids of the tracks of a playlist',
  limits: [
    counted('contract/src/library/playlists.ts', { MAX_PLAYLIST_BYTES }, 'bytes of body', 'request'),
    counted('contract/src/library/playlists.ts', { MAX_PLAYLIST_ITEMS }, 'rows', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the rows stay',
  refusal: 'INVALID_INPUT',
}

const PAGES: Holding = {
  kind: 'call',
  places: [
    'GET /api/auth/paged',
    'GET /api/plays',
    'GET /api/library',
    'GET /api/broadcasts',
    'GET /api/broadcasts/history',
    'GET /api/song-requests',
    'GET /api/notifications',
    'GET /api/notifications/by-type/:type',
    'GET /api/announcements',
    'GET /api/announcements/by-status/:status',
    'GET /api/announcements/my-announcements',
    'GET /api/analytics/broadcasts/detailed',
  ],
  holds: 'a page of rows, read and written as JSON',
  limits: [counted('contract/src/page.ts', { MAX_PAGE_SIZE }, 'rows', 'request'), ...EVERY_REQUEST],
  ends: ANSWERED,
  refusal: 'less is answered',
}

/** A list that ends after this many rows: what is beyond is not answered. */
function list(place: string, limit: Limit): Holding {
  const holds = 'rows, read and written as JSON'
  return {
    kind: 'call',
    places: [place],
    holds,
    limits: [limit, ...EVERY_REQUEST],
    ends: ANSWERED,
    refusal: 'less is answered',
  }
}

const LISTS: Holding[] = [
  list(
    'GET /api/playout/replays',
    counted('contract/src/playout/replays.ts', { MAX_LISTED_REPLAYS }, 'rows', 'request'),
  ),
  list(
    'GET /api/playout/recordings',
    counted('contract/src/playout/replays.ts', { MAX_LISTED_REPLAYS }, 'rows', 'request'),
  ),
  list(
    'GET /api/playlists',
    counted('contract/src/library/playlists.ts', { MAX_PLAYLISTS }, 'rows', 'request'),
  ),
  list(
    'GET /api/playlists/:id',
    counted('contract/src/library/playlists.ts', { MAX_PLAYLIST_ITEMS }, 'rows', 'request'),
  ),
  list(
    'GET /api/broadcasts/upcoming',
    counted('server/src/features/broadcasts/routes.ts', { MAX_UPCOMING }, 'rows', 'request'),
  ),
  list(
    'GET /api/chats/:broadcastId',
    counted('contract/src/chat/schemas.ts', { MAX_CHAT_HISTORY_SIZE }, 'rows', 'request'),
  ),
  list(
    'GET /api/broadcasts/:id/staff-messages',
    counted('contract/src/staff-line/schemas.ts', { MAX_STAFF_HISTORY_SIZE }, 'rows', 'request'),
  ),
  list(
    'GET /api/broadcasts/:id/marks',
    counted('contract/src/broadcasts/marks.ts', { MAX_BROADCAST_MARKS }, 'rows', 'request'),
  ),
  list(
    'GET /api/broadcasts/:id/songs',
    counted('contract/src/plays/schemas.ts', { MAX_SONGS }, 'rows', 'request'),
  ),
  list('GET /api/profanity/words', counted('contract/src/chat/schemas.ts', { MAX_WORDS }, 'rows', 'all')),
  list(
    'GET /api/broadcasts/:id/song-requests',
    counted(
      'server/src/features/song-requests/routes.ts',
      { MAX_LISTED: MAX_LISTED_SONG_REQUESTS },
      'rows',
      'request',
    ),
  ),
  list(
    'GET /api/polls/broadcast/:broadcastId',
    counted('server/src/features/polls/routes.ts', { MAX_LISTED: MAX_LISTED_POLLS }, 'rows', 'request'),
  ),
  list(
    'GET /api/auth/by-role/:role',
    counted('server/src/features/auth/directory.ts', { MAX_BY_ROLE }, 'rows', 'request'),
  ),
  list(
    'GET /api/notifications/unread',
    counted('contract/src/notifications/schemas.ts', { RECENT_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/notifications/recent',
    counted('contract/src/notifications/schemas.ts', { RECENT_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/analytics/activity',
    counted('contract/src/analytics/schemas.ts', { MAX_ACTIVITY_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/analytics/popular-broadcasts',
    counted('contract/src/analytics/schemas.ts', { MAX_POPULAR_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/analytics/summary',
    counted('contract/src/analytics/schemas.ts', { MAX_SUMMARY_DAYS }, 'rows', 'request'),
  ),

  list(
    'GET /api/analytics/broadcast/:id',
    counted('server/src/features/analytics/show-store.ts', { MAX_CURVE_POINTS }, 'rows', 'request'),
  ),
  list(
    'GET /api/broadcasts/:id/analytics',
    counted('server/src/features/analytics/show-store.ts', { MAX_CURVE_POINTS }, 'rows', 'request'),
  ),
  list(
    'GET /api/broadcasts/:id/recording',
    counted('contract/src/recordings/schemas.ts', { WAVEFORM_POINTS }, 'heights of the waveform', 'request'),
  ),
]

/** Two broadcasts are on air at most: the live one and a test of each DJ. */
const ON_AIR: Holding = {
  kind: 'call',
  places: ['GET /api/broadcasts/live', 'GET /api/now-playing'],
  holds: 'the live broadcast and those in test',
  limits: [
    counted('server/src/features/broadcasts/routes.ts', { MAX_UPCOMING }, 'rows', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'less is answered',
}

const EARLIER: Holding = {
  kind: 'call',
  places: ['GET /api/stream/earlier'],
  holds: 'what played between shows, as far as its files are kept',
  limits: [
    counted('server/src/features/stream/rewind/rewinds.ts', { MAX_ITEM_TAPES }, 'rows', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'less is answered',
}

const SUGGESTIONS: Holding = {
  kind: 'call',
  places: ['GET /api/library/suggestions'],
  holds: 'tracks that may be requested',
  limits: [
    counted('contract/src/song-requests/suggestions.ts', { MAX_SUGGESTIONS }, 'rows', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'less is answered',
}

const POLLS: Holding = {
  kind: 'call',
  places: [
    'POST /api/polls',
    'GET /api/polls/:id',
    'GET /api/polls/:id/results',
    'GET /api/polls/broadcast/:broadcastId/active',
    'POST /api/polls/:id/show',
    'POST /api/polls/:id/end',
    'DELETE /api/polls/:id',
    'POST /api/polls/:id/vote',
  ],
  holds: 'a poll with its answers; votes wait in one line',
  limits: [
    counted('contract/src/polls/schemas.ts', { MAX_POLL_OPTIONS }, 'answers', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'INVALID_INPUT',
}

/** Each call, and each address that answers with something other than an envelope. */
export const CALLS: readonly Holding[] = [
  ONE,
  ANNOUNCEMENTS,
  PLAYLISTS,
  PAGES,
  ...LISTS,
  ON_AIR,
  EARLIER,
  SUGGESTIONS,
  POLLS,
  ...LIMITED_CALLS,
  ...STREAMED_CALLS,
]
