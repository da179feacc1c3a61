import { MAX_IMAGE_BYTES, UPLOAD_RATE } from '@carillon/contract/announcements/schemas'
import {
  EXPORT_RATE,
  MAX_MESSAGE_LENGTH,
  MAX_WORD_LENGTH,
  MAX_WORDS,
  PREVIEW_MESSAGES,
  PREVIEW_RATE,
} from '@carillon/contract/chat/schemas'
import { LIBRARY_UPLOAD_RATE, MAX_ITEM_MINUTES, MAX_LIBRARY_BYTES } from '@carillon/contract/library/schemas'
import { TEST_NOTIFICATION_PAUSE_SECONDS } from '@carillon/contract/notifications/schemas'
import { PLAYS_EXPORT_RATE } from '@carillon/contract/plays/schemas'
import { MAX_TAKE_BYTES, TAKE_DAYS, TAKE_RATE } from '@carillon/contract/recordings/takes'
import {
  MAX_PENDING_SONG_REQUESTS,
  SONG_REQUEST_PAUSE_SECONDS,
} from '@carillon/contract/song-requests/schemas'
import { STAFF_MESSAGE_RATE } from '@carillon/contract/staff-line/endpoints'
import { MAX_STAFF_MESSAGE_LENGTH, MAX_STAFF_MESSAGES } from '@carillon/contract/staff-line/schemas'
import { UNUSED_LIMIT_MS } from '../features/announcements/images/image-store.ts'
import { PAGE_SIZE } from '../features/chat/export.ts'
import { FLOOD } from '../features/chat/slow-mode.ts'
import { MAX_SUBSCRIPTIONS } from '../features/notifications/push/create-push.ts'
import { PAGE_SIZE as PLAYS_PAGE_SIZE } from '../features/plays/export.ts'
import { MAX_TAKE_FILES } from '../features/recordings/takes/receive-take.ts'
import { PEER_BODIES } from '../features/recordings/takes/routes.ts'
import { UPLOAD_LIMITS } from '../http/uploads.ts'
import { ANSWERED, EVERY_REQUEST } from './common.ts'
import { counted, type Holding } from './holding.ts'
import { LIMITED_ACCOUNT_CALLS } from './limited-account-calls.ts'

const CHAT: Holding = {
  kind: 'call',
  places: ['POST /api/chats/:broadcastId'],
  holds: 'a row; a place in the line of the chat; a message to every subscriber',
  limits: [
    counted('server/src/features/chat/slow-mode.ts', { FLOOD }, 'messages', 'person'),
    counted('contract/src/chat/schemas.ts', { MAX_MESSAGE_LENGTH }, 'characters', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the row stays',
  refusal: 'TOO_MANY_REQUESTS',
}

const STAFF_LINE: Holding = {
  kind: 'call',
  places: ['POST /api/broadcasts/:id/staff-messages'],
  holds: 'a row; a message to every subscriber',
  limits: [
    counted('contract/src/staff-line/endpoints.ts', { STAFF_MESSAGE_RATE }, 'messages, and ms', 'person'),
    counted('contract/src/staff-line/schemas.ts', { MAX_STAFF_MESSAGES }, 'messages', 'broadcast'),
    counted('contract/src/staff-line/schemas.ts', { MAX_STAFF_MESSAGE_LENGTH }, 'characters', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the row stays for its time',
  refusal: 'TOO_MANY_REQUESTS',
}

const WORDS: Holding = {
  kind: 'call',
  places: ['POST /api/profanity/words'],
  holds: 'a row, and its spellings in the tree that every message is held against',
  limits: [
    counted('contract/src/chat/schemas.ts', { MAX_WORDS }, 'words', 'all'),
    counted('contract/src/chat/schemas.ts', { MAX_WORD_LENGTH }, 'characters', 'request'),
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
      'contract/src/song-requests/schemas.ts',
      { SONG_REQUEST_PAUSE_SECONDS },
      's between two requests',
      'person',
    ),
    counted(
      'contract/src/song-requests/schemas.ts',
      { MAX_PENDING_SONG_REQUESTS },
      'requests that wait',
      'person',
    ),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the row stays',
  refusal: 'TOO_MANY_REQUESTS',
}

const TEST_NOTIFICATIONS: Holding = {
  kind: 'call',
  places: ['POST /api/notifications/test/broadcast'],
  holds: 'a notification of everybody',
  limits: [
    counted(
      'contract/src/notifications/schemas.ts',
      { TEST_NOTIFICATION_PAUSE_SECONDS },
      's between two',
      'person',
    ),
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
    counted('contract/src/announcements/schemas.ts', { MAX_IMAGE_BYTES }, 'bytes of body', 'request'),
    counted('contract/src/announcements/schemas.ts', { UPLOAD_RATE }, 'uploads', 'person'),
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

const TAKE_UPLOAD: Holding = {
  kind: 'call',
  places: ['PUT /api/broadcasts/:id/takes/:take'],
  holds: 'what a recording does not have, as a file until that has it',
  limits: [
    counted('contract/src/recordings/takes.ts', { MAX_TAKE_BYTES }, 'bytes of body', 'request'),
    counted('contract/src/recordings/takes.ts', { TAKE_RATE }, 'uploads', 'person'),
    counted('contract/src/recordings/takes.ts', { TAKE_DAYS }, 'days after the show', 'broadcast'),
    counted('server/src/features/recordings/takes/receive-take.ts', { MAX_TAKE_FILES }, 'files', 'broadcast'),
    ...EVERY_REQUEST,
  ],
  ends: 'the recording has it, or is deleted',
  refusal: 'TAKE_TOO_LONG',
}

const PASSED_ON_TAKE: Holding = {
  kind: 'call',
  places: ['PUT /relay/takes/:id/:take'],
  holds: 'the same for the recording of this instance, from another one',
  limits: [
    counted('contract/src/recordings/takes.ts', { MAX_TAKE_BYTES }, 'bytes of body', 'request'),
    counted('server/src/features/recordings/takes/routes.ts', { PEER_BODIES }, 'bytes of bodies', 'all'),
    counted('server/src/features/recordings/takes/receive-take.ts', { MAX_TAKE_FILES }, 'files', 'broadcast'),
    ...EVERY_REQUEST,
  ],
  ends: 'the recording has it, or is deleted',
  refusal: 'TAKE_TOO_LONG',
}

const HELD_TAKES: Holding = {
  kind: 'call',
  places: ['GET /relay/takes/:id'],
  holds: 'the map of a recording, for an instance that proves to be one',
  limits: [
    counted('server/src/features/recordings/takes/receive-take.ts', { MAX_TAKE_FILES }, 'files', 'broadcast'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'NOT_FOUND',
}

const LIBRARY_UPLOAD: Holding = {
  kind: 'call',
  places: ['POST /api/library/upload'],
  holds: 'a file, and a process that decodes or converts it',
  limits: [
    counted('contract/src/library/schemas.ts', { MAX_LIBRARY_BYTES }, 'bytes of body', 'request'),
    counted('contract/src/library/schemas.ts', { MAX_ITEM_MINUTES }, 'min of sound', 'request'),
    counted('contract/src/library/schemas.ts', { LIBRARY_UPLOAD_RATE }, 'uploads', 'person'),
    counted(
      'server/src/http/uploads.ts',
      { 'UPLOAD_LIMITS.perPerson': UPLOAD_LIMITS.perPerson },
      'uploads at once',
      'person',
    ),
    ...EVERY_REQUEST,
  ],
  ends: 'deleting it',
  refusal: 'BODY_TOO_LARGE',
}

const EXPORTS: Holding = {
  kind: 'call',
  places: ['GET /api/chats/:broadcastId/export', 'GET /api/broadcasts/:broadcastId/chat/export'],
  holds: 'pages of the chat, read as they are sent',
  limits: [
    counted('server/src/features/chat/export.ts', { PAGE_SIZE }, 'rows held', 'request'),
    counted('contract/src/chat/schemas.ts', { EXPORT_RATE }, 'exports', 'person'),
    ...EVERY_REQUEST,
  ],
  ends: 'the last row, or its reader',
  refusal: 'TOO_MANY_REQUESTS',
}

const PLAYS: Holding = {
  kind: 'call',
  places: ['GET /api/plays/export'],
  holds: 'pages of the sound log, read as they are sent',
  limits: [
    counted('server/src/features/plays/export.ts', { PAGE_SIZE: PLAYS_PAGE_SIZE }, 'rows held', 'request'),
    counted('contract/src/plays/schemas.ts', { PLAYS_EXPORT_RATE }, 'exports', 'person'),
    ...EVERY_REQUEST,
  ],
  ends: 'the last row, or its reader',
  refusal: 'TOO_MANY_REQUESTS',
}

const PREVIEWS: Holding = {
  kind: 'call',
  places: ['GET /api/profanity/preview'],
  holds: 'the newest messages, and the tree of one word',
  limits: [
    counted('contract/src/chat/schemas.ts', { PREVIEW_MESSAGES }, 'rows held', 'request'),
    counted('contract/src/chat/schemas.ts', { PREVIEW_RATE }, 'previews', 'person'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'TOO_MANY_REQUESTS',
}

/** Calls that one person or address may make only so often. */
export const LIMITED_CALLS: readonly Holding[] = [
  ...LIMITED_ACCOUNT_CALLS,
  CHAT,
  STAFF_LINE,
  WORDS,
  PREVIEWS,
  SONGS,
  TEST_NOTIFICATIONS,
  PUSH,
  UPLOAD,
  LIBRARY_UPLOAD,
  TAKE_UPLOAD,
  PASSED_ON_TAKE,
  HELD_TAKES,
  EXPORTS,
  PLAYS,
]
