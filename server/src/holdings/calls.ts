import { MAX_ACTIVITY_LIMIT, MAX_POPULAR_LIMIT, MAX_SUMMARY_DAYS } from '@carillon/contract/analytics'
import { MAX_ANNOUNCEMENT_BYTES, MAX_IMAGE_BYTES } from '@carillon/contract/announcements'
import { CODE_RESEND_SECONDS } from '@carillon/contract/auth'
import {
  MAX_CHAT_HISTORY_SIZE,
  MAX_MESSAGE_LENGTH,
  MAX_WORD_LENGTH,
  MAX_WORDS,
} from '@carillon/contract/chat'
import { RECENT_LIMIT, TEST_NOTIFICATION_PAUSE_SECONDS } from '@carillon/contract/notifications'
import { MAX_PAGE_SIZE } from '@carillon/contract/page'
import { MAX_POLL_OPTIONS } from '@carillon/contract/polls'
import { WAVEFORM_POINTS } from '@carillon/contract/recordings'
import { MAX_PENDING_SONG_REQUESTS, SONG_REQUEST_PAUSE_SECONDS } from '@carillon/contract/song-requests'
import { MAX_CURVE_POINTS } from '../features/analytics/show-store.ts'
import { MAX_OPEN_IMAGES, UNUSED_LIMIT_MS } from '../features/announcements/images/image-store.ts'
import { UPLOAD_RATE } from '../features/announcements/images/routes.ts'
import { passwordLimitsOf } from '../features/auth/change-password.ts'
import { MAX_BY_ROLE } from '../features/auth/directory.ts'
import { HASHING } from '../features/auth/password.ts'
import { limitsOf } from '../features/auth/sign-in.ts'
import { SIGN_UPS } from '../features/auth/sign-up.ts'
import { CODE_SEMAPHORE } from '../features/auth/verify-email.ts'
import { MAX_EVENTS } from '../features/broadcasts/calendar/routes.ts'
import { MAX_UPCOMING } from '../features/broadcasts/routes.ts'
import { PAGE_SIZE } from '../features/chat/export.ts'
import { EXPORT_RATE } from '../features/chat/routes.ts'
import { FLOOD } from '../features/chat/slow-mode.ts'
import { MAX_SUBSCRIPTIONS } from '../features/notifications/push/create-push.ts'
import { MAX_LISTED as MAX_LISTED_POLLS } from '../features/polls/routes.ts'
import { MAX_TRANSFERS, MAX_TRANSFERS_PER_ADDRESS } from '../features/recordings/transfers.ts'
import { MAX_LISTED as MAX_LISTED_SONG_REQUESTS } from '../features/song-requests/routes.ts'
import { MAX_INBOUND_BYTES } from '../features/stream/listeners/listener.ts'
import { MAX_LISTENERS, MAX_LISTENERS_PER_ADDRESS } from '../features/stream/listeners/listener-places.ts'
import { MAX_BEHIND_BYTES, MAX_BEHIND_MS } from '../features/stream/mount/page-buffer.ts'
import { WRONG_RATE } from '../features/stream/sources/encoder/password-tries.ts'
import { MAX_WAITING } from '../mail/mailer.ts'
import { LIMIT_MS } from '../operations/readiness.ts'
import { MAX_STREAMED_BYTES } from '../realtime/sockjs/receiver.ts'
import { DISCONNECT_DELAY_MS } from '../realtime/sockjs/xhr-session.ts'
import { MAX_XHR_SESSIONS } from '../realtime/sockjs/xhr-sessions.ts'
import { MAX_UNREAD_BYTES } from '../realtime/wire.ts'
import { EVERY_CONNECTION, EVERY_REQUEST } from './common.ts'
import { counted, type Holding, type Limit } from './holding.ts'

const ANSWERED = 'the reply'

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
    'POST /api/auth/:id/ban',
    'POST /api/auth/:id/unban',
    'GET /api/broadcasts/live/health',
    'GET /api/broadcasts/:id',
    'POST /api/broadcasts',
    'POST /api/broadcasts/schedule',
    'PUT /api/broadcasts/:id',
    'PUT /api/broadcasts/:id/slowmode',
    'POST /api/broadcasts/:id/start',
    'POST /api/broadcasts/:id/start-test',
    'POST /api/broadcasts/:id/end',
    'DELETE /api/broadcasts/:id',
    'POST /api/broadcasts/:id/test',
    'DELETE /api/chats/messages/:id',
    'GET /api/chats/:broadcastId/stats',
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
    counted('contract/src/announcements.ts', { MAX_ANNOUNCEMENT_BYTES }, 'bytes of body', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'BODY_TOO_LARGE',
}

const PAGES: Holding = {
  kind: 'call',
  places: [
    'GET /api/auth/paged',
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

/** A list that ends after so many rows: what is beyond is not answered. */
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
    'GET /api/broadcasts/upcoming',
    counted('server/src/features/broadcasts/routes.ts', { MAX_UPCOMING }, 'rows', 'request'),
  ),
  list(
    'GET /api/chats/:broadcastId',
    counted('contract/src/chat.ts', { MAX_CHAT_HISTORY_SIZE }, 'rows', 'request'),
  ),
  list('GET /api/profanity/words', counted('contract/src/chat.ts', { MAX_WORDS }, 'rows', 'all')),
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
    counted('contract/src/notifications.ts', { RECENT_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/notifications/recent',
    counted('contract/src/notifications.ts', { RECENT_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/analytics/activity',
    counted('contract/src/analytics.ts', { MAX_ACTIVITY_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/analytics/popular-broadcasts',
    counted('contract/src/analytics.ts', { MAX_POPULAR_LIMIT }, 'rows', 'request'),
  ),
  list(
    'GET /api/analytics/summary',
    counted('contract/src/analytics.ts', { MAX_SUMMARY_DAYS }, 'rows', 'request'),
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
    counted('contract/src/recordings.ts', { WAVEFORM_POINTS }, 'heights of the waveform', 'request'),
  ),
]

/** Two broadcasts are on air at most: the live one and a test of each DJ. */
const ON_AIR: Holding = {
  kind: 'call',
  places: ['GET /api/broadcasts/live'],
  holds: 'the live broadcast and those in test',
  limits: [
    counted('server/src/features/broadcasts/routes.ts', { MAX_UPCOMING }, 'rows', 'request'),
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
  limits: [counted('contract/src/polls.ts', { MAX_POLL_OPTIONS }, 'answers', 'request'), ...EVERY_REQUEST],
  ends: ANSWERED,
  refusal: 'INVALID_INPUT',
}

const PASSWORDS: Holding = {
  kind: 'call',
  places: [
    'POST /api/auth/login',
    'POST /api/auth/:id/change-password',
    'POST /api/auth/totp/begin',
    'POST /api/auth/totp/confirm',
    'POST /api/auth/totp/recovery-codes',
    'POST /api/auth/totp/off',
    'POST /api/auth/users',
  ],
  holds: 'a thread and 19 MiB for a hash, or a place in the line for one; attempts',
  limits: [
    counted('server/src/features/auth/password.ts', { HASHING }, 'hashes at work, and in the line', 'all'),
    counted(
      'server/src/features/auth/sign-in.ts',
      { 'limitsOf()': firstOf(limitsOf({ email: '', address: '' })) },
      'failures in 15 min',
      'account',
    ),
    counted(
      'server/src/features/auth/change-password.ts',
      { 'passwordLimitsOf()': firstOf(passwordLimitsOf({ id: 0 })) },
      'failures in 15 min',
      'person',
    ),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'TOO_MANY_REQUESTS',
}

const SIGN_UP: Holding = {
  kind: 'call',
  places: ['POST /api/auth/register'],
  holds: 'a thread and 19 MiB for a hash; a row of users, activities and notifications',
  limits: [
    counted('server/src/features/auth/sign-up.ts', { SIGN_UPS }, 'tries', 'address'),
    counted('server/src/features/auth/password.ts', { HASHING }, 'hashes at work, and in the line', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the rows stay',
  refusal: 'TOO_MANY_REQUESTS',
}

const CODES: Holding = {
  kind: 'call',
  places: ['POST /api/auth/send-code'],
  holds: 'a mail that waits, and a row of email_codes',
  limits: [
    counted('contract/src/auth.ts', { CODE_RESEND_SECONDS }, 's between two codes', 'account'),
    counted('server/src/mail/mailer.ts', { MAX_WAITING }, 'mails that wait', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the mail is sent, or given up',
  // Who asks is not told whether there was anything to send.
  refusal: 'less is done',
}

const GUESSES: Holding = {
  kind: 'call',
  places: ['POST /api/auth/verify'],
  holds: 'a connection to the database, or a place in the line for one, for 200 ms',
  limits: [
    counted(
      'server/src/features/auth/verify-email.ts',
      { CODE_SEMAPHORE },
      'at work, and in the line',
      'all',
    ),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'TOO_MANY_REQUESTS',
}

const CHAT: Holding = {
  kind: 'call',
  places: ['POST /api/chats/:broadcastId'],
  holds: 'a row; a place in the line of the chat; a message to every subscriber',
  limits: [
    counted('server/src/features/chat/slow-mode.ts', { FLOOD }, 'messages', 'person'),
    counted('contract/src/chat.ts', { MAX_MESSAGE_LENGTH }, 'characters', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the row stays',
  refusal: 'TOO_MANY_REQUESTS',
}

const WORDS: Holding = {
  kind: 'call',
  places: ['POST /api/profanity/words'],
  holds: 'a row, and its spellings in the tree that every message is held against',
  limits: [
    counted('contract/src/chat.ts', { MAX_WORDS }, 'words', 'all'),
    counted('contract/src/chat.ts', { MAX_WORD_LENGTH }, 'characters', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: 'it stays',
  refusal: 'WRONG_STATE',
}

const SONGS: Holding = {
  kind: 'call',
  places: ['POST /api/broadcasts/:id/song-requests'],
  holds: 'a row; a place in the line of requests; a message to every subscriber',
  limits: [
    counted(
      'contract/src/song-requests.ts',
      { SONG_REQUEST_PAUSE_SECONDS },
      's between two requests',
      'person',
    ),
    counted('contract/src/song-requests.ts', { MAX_PENDING_SONG_REQUESTS }, 'requests that wait', 'person'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the row stays',
  refusal: 'TOO_MANY_REQUESTS',
}

const TEST_NEWS: Holding = {
  kind: 'call',
  places: ['POST /api/notifications/test/broadcast'],
  holds: 'a notification of everybody',
  limits: [
    counted('contract/src/notifications.ts', { TEST_NOTIFICATION_PAUSE_SECONDS }, 's between two', 'person'),
    ...EVERY_REQUEST,
  ],
  ends: 'it stays',
  refusal: 'TOO_MANY_REQUESTS',
}

const PUSH: Holding = {
  kind: 'call',
  places: ['PUT /api/notifications/push'],
  holds: 'a browser that is called at each notification',
  limits: [
    counted(
      'server/src/features/notifications/push/create-push.ts',
      { MAX_SUBSCRIPTIONS },
      'browsers',
      'person',
    ),
    ...EVERY_REQUEST,
  ],
  ends: 'its session, an eleventh browser, or the push service says that it is gone',
  refusal: 'oldest goes',
}

const UPLOAD: Holding = {
  kind: 'call',
  places: ['POST /api/announcements/images'],
  holds: 'the bytes of an image in memory, then a file',
  limits: [
    counted('contract/src/announcements.ts', { MAX_IMAGE_BYTES }, 'bytes of body', 'request'),
    counted('server/src/features/announcements/images/routes.ts', { UPLOAD_RATE }, 'uploads', 'person'),
    counted(
      'server/src/features/announcements/images/image-store.ts',
      { UNUSED_LIMIT_MS },
      'ms that nobody uses it',
      'all',
    ),
    ...EVERY_REQUEST,
  ],
  ends: 'no announcement shows it for a day',
  refusal: 'BODY_TOO_LARGE',
}

const EXPORTS: Holding = {
  kind: 'call',
  places: ['GET /api/chats/:broadcastId/export', 'GET /api/broadcasts/:broadcastId/chat/export'],
  holds: 'pages of the chat, read as they are sent',
  limits: [
    counted('server/src/features/chat/export.ts', { PAGE_SIZE }, 'rows held', 'request'),
    counted('server/src/features/chat/routes.ts', { EXPORT_RATE }, 'exports', 'person'),
    ...EVERY_REQUEST,
  ],
  ends: 'the last row, or its reader',
  refusal: 'TOO_MANY_REQUESTS',
}

const CALENDARS: Holding = {
  kind: 'call',
  places: ['GET /api/broadcasts/calendar.ics', 'GET /api/broadcasts/:id/calendar.ics'],
  holds: 'shows, read and written as a calendar',
  limits: [
    counted('server/src/features/broadcasts/calendar/routes.ts', { MAX_EVENTS }, 'rows', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'less is answered',
}

const IMAGES: Holding = {
  kind: 'call',
  places: ['GET /uploads/:name'],
  holds: 'an image on its way',
  limits: [
    counted('contract/src/announcements.ts', { MAX_IMAGE_BYTES }, 'bytes of reply', 'request'),
    counted(
      'server/src/features/announcements/images/image-store.ts',
      { MAX_OPEN_IMAGES },
      'open files',
      'all',
    ),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply, or its reader',
  refusal: 'TOO_MANY_REQUESTS',
}

const RECORDINGS: Holding = {
  kind: 'call',
  places: ['GET /recordings/:file', 'GET /relay/recordings/:file'],
  holds: 'a descriptor, and what is read ahead of a file',
  limits: [
    counted('server/src/features/recordings/transfers.ts', { MAX_TRANSFERS }, 'files being sent', 'all'),
    counted(
      'server/src/features/recordings/transfers.ts',
      { MAX_TRANSFERS_PER_ADDRESS },
      'files being sent',
      'address',
    ),
    ...EVERY_REQUEST,
  ],
  ends: 'the end of the file, its reader, or the recording goes',
  refusal: 'TOO_MANY_REQUESTS',
}

const LISTENING: Holding = {
  kind: 'call',
  places: ['GET /live.ogg', 'GET /live.mp3', 'GET /test/:file'],
  holds: 'a connection for as long as it listens, and pages that it has not read',
  limits: [
    counted('server/src/features/stream/listeners/listener-places.ts', { MAX_LISTENERS }, 'listeners', 'all'),
    counted(
      'server/src/features/stream/listeners/listener-places.ts',
      { MAX_LISTENERS_PER_ADDRESS },
      'listeners',
      'address',
    ),
    counted(
      'server/src/features/stream/mount/page-buffer.ts',
      { MAX_BEHIND_BYTES },
      'bytes unread',
      'connection',
    ),
    counted('server/src/features/stream/mount/page-buffer.ts', { MAX_BEHIND_MS }, 'ms behind', 'connection'),
    counted(
      'server/src/features/stream/listeners/listener.ts',
      { MAX_INBOUND_BYTES },
      'bytes that it may say',
      'connection',
    ),
    ...EVERY_CONNECTION,
  ],
  ends: 'the listener, the broadcast, or more than that unread',
  refusal: 'STATION_FULL',
}

const TITLES: Holding = {
  kind: 'call',
  places: ['GET /admin/metadata', 'POST /admin/metadata'],
  holds: 'a look at the password of a program',
  limits: [
    counted(
      'server/src/features/stream/sources/encoder/password-tries.ts',
      { WRONG_RATE },
      'wrong tries',
      'address',
    ),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'TOO_MANY_REQUESTS',
}

const XHR: Holding = {
  kind: 'call',
  places: [
    'POST /ws-radio/:server/:session/xhr',
    'POST /ws-radio/:server/:session/xhr_streaming',
    'POST /ws-radio/:server/:session/xhr_send',
  ],
  holds: 'a session of SockJS: what waits for its next reply, and all that a STOMP connection holds',
  limits: [
    counted('server/src/realtime/sockjs/xhr-sessions.ts', { MAX_XHR_SESSIONS }, 'sessions', 'all'),
    counted('server/src/realtime/sockjs/receiver.ts', { MAX_STREAMED_BYTES }, 'bytes of reply', 'request'),
    counted('server/src/realtime/wire.ts', { MAX_UNREAD_BYTES }, 'bytes unread', 'connection'),
    counted(
      'server/src/realtime/sockjs/xhr-session.ts',
      { DISCONNECT_DELAY_MS },
      'ms without a request',
      'connection',
    ),
    ...EVERY_REQUEST,
  ],
  ends: 'nobody asks for five seconds, or the STOMP connection ends',
  refusal: 'TOO_MANY_REQUESTS',
}

/** Replies that are the same for everybody, or are made of what is known anyway. */
const READY: Holding = {
  kind: 'call',
  places: [
    'OPTIONS /ws-radio/:server/:session/xhr',
    'OPTIONS /ws-radio/:server/:session/xhr_streaming',
    'OPTIONS /ws-radio/:server/:session/xhr_send',
    'GET /ws-radio',
    'GET /ws-radio/',
    'GET /ws-radio/info',
    'OPTIONS /ws-radio/info',
    'GET /healthz',
    'GET /api/docs/openapi.json',
    'GET /api/docs',
    'GET /api/docs/*',
  ],
  holds: 'a reply',
  limits: [...EVERY_REQUEST],
  ends: ANSWERED,
  refusal: 'BODY_TOO_LARGE',
}

const WATCHED: Holding = {
  kind: 'call',
  places: ['GET /readyz', 'GET /metrics'],
  holds: 'a question to the database, one for all who ask at once',
  limits: [counted('server/src/operations/readiness.ts', { LIMIT_MS }, 'ms', 'request'), ...EVERY_REQUEST],
  ends: ANSWERED,
  refusal: 'less is answered',
}

/** Each call, and each address that answers with something other than an envelope. */
export const CALLS: readonly Holding[] = [
  ONE,
  ANNOUNCEMENTS,
  PAGES,
  ...LISTS,
  ON_AIR,
  POLLS,
  PASSWORDS,
  SIGN_UP,
  CODES,
  GUESSES,
  CHAT,
  WORDS,
  SONGS,
  TEST_NEWS,
  PUSH,
  UPLOAD,
  EXPORTS,
  CALENDARS,
  IMAGES,
  RECORDINGS,
  LISTENING,
  TITLES,
  XHR,
  READY,
  WATCHED,
]

/** How often the first of these limits lets somebody try. */
function firstOf(limits: readonly { limit: number }[]): number {
  return limits[0]?.limit ?? 0
}
