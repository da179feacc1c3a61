import { MAX_IMAGE_BYTES } from '@carillon/contract/announcements/schemas'
import { NOW_PLAYING_RATE } from '@carillon/contract/broadcasts/endpoints'
import { MAX_OPEN_IMAGES } from '../features/announcements/images/open-images.ts'
import { MAX_EVENTS } from '../features/broadcasts/calendar/routes.ts'
import { MAX_SOUNDS } from '../features/library/sounds.ts'
import { MAX_TRANSFERS, MAX_TRANSFERS_PER_ADDRESS } from '../features/recordings/transfers.ts'
import { MAX_INBOUND_BYTES } from '../features/stream/listeners/listener.ts'
import { MAX_LISTENERS, MAX_LISTENERS_PER_ADDRESS } from '../features/stream/listeners/listener-places.ts'
import { MAX_BEHIND_BYTES, MAX_BEHIND_MS } from '../features/stream/mount/page-buffer.ts'
import { WAIT_MS } from '../features/stream/outputs/hls/instances.ts'
import { MAX_ENCODINGS } from '../features/stream/outputs/hls/mp3-segments.ts'
import { MAX_READS } from '../features/stream/outputs/hls/routes.ts'
import { WRONG_RATE } from '../features/stream/sources/encoder/password-tries.ts'
import { REPLY_LIMITS } from '../http/unread-replies.ts'
import { LIMIT_MS } from '../operations/readiness.ts'
import { MAX_STREAMED_BYTES } from '../realtime/sockjs/receiver.ts'
import { DISCONNECT_DELAY_MS } from '../realtime/sockjs/xhr-session.ts'
import { MAX_XHR_SESSIONS } from '../realtime/sockjs/xhr-sessions.ts'
import { MAX_UNREAD_BYTES } from '../realtime/wire.ts'
import { ANSWERED, EVERY_CONNECTION, EVERY_REQUEST } from './common.ts'
import { counted, type Holding } from './holding.ts'

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
    counted('contract/src/announcements/schemas.ts', { MAX_IMAGE_BYTES }, 'bytes of reply', 'request'),
    counted(
      'server/src/features/announcements/images/open-images.ts',
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
  places: ['GET /recordings/:file', 'GET /relay/recordings/:file', 'GET /relay/library/:file'],
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

const SOUNDS: Holding = {
  kind: 'call',
  places: ['GET /api/library/:id/sound'],
  holds: 'a descriptor, and what is read ahead of a file',
  limits: [
    counted('server/src/features/library/sounds.ts', { MAX_SOUNDS }, 'files being sent', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the end of the file, its reader, or the item goes',
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

const SEGMENTS: Holding = {
  kind: 'call',
  places: [
    'GET /hls/live.m3u8',
    'GET /hls/live.mp3.m3u8',
    'GET /hls/main.m3u8',
    'GET /hls/shows/:file',
    'GET /hls/:epoch/:file',
  ],
  holds:
    'a segment of HLS on its way; one that is no longer in memory is read for its reader, one of MP3 is encoded once',
  limits: [
    counted(
      'server/src/features/stream/outputs/hls/mp3-segments.ts',
      { MAX_ENCODINGS },
      'of MP3 encoded',
      'all',
    ),
    counted('server/src/features/stream/outputs/hls/routes.ts', { MAX_READS }, 'reads of the disk', 'all'),
    counted('server/src/http/unread-replies.ts', { REPLY_LIMITS }, 'bytes of segments from disk', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply, or its reader',
  refusal: 'TOO_MANY_REQUESTS',
}

const RELAYED_SEGMENTS: Holding = {
  kind: 'call',
  places: ['GET /relay/hls/segments'],
  holds:
    'a wait for the next segment of HLS, or one that is read from disk, for an instance that proves to be one',
  limits: [
    counted('server/src/features/stream/outputs/hls/instances.ts', { WAIT_MS }, 'ms', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply, or its reader',
  refusal: 'less is answered',
}

const TITLES: Holding = {
  kind: 'call',
  places: ['GET /admin/metadata', 'POST /admin/metadata'],
  holds: 'a look at the password of a program, and the name of a song',
  limits: [
    counted('contract/src/broadcasts/endpoints.ts', { NOW_PLAYING_RATE }, 'songs, and ms', 'person'),
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
    'OPTIONS /live.ogg',
    'OPTIONS /live.mp3',
    'GET /live.m3u',
    'GET /status-json.xsl',
    'GET /7.xsl',
    'GET /7.html',
    'GET /live.pls',
    'GET /live.xspf',
    'GET /ws-radio',
    'GET /ws-radio/',
    'GET /ws-radio/info',
    'GET /ws-radio/websocket',
    'GET /ws-radio/:server/:session/websocket',
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

/** Addresses that answer with something other than an envelope. */
export const STREAMED_CALLS: readonly Holding[] = [
  CALENDARS,
  IMAGES,
  RECORDINGS,
  SOUNDS,
  LISTENING,
  SEGMENTS,
  RELAYED_SEGMENTS,
  TITLES,
  XHR,
  READY,
  WATCHED,
]
