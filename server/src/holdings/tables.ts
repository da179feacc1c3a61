import { CODE_LIFETIME_MINUTES, RESET_LIFETIME_MINUTES } from '@carillon/contract/auth/schemas'
import { RECOVERY_CODES, TOTP_SETUP_MINUTES } from '@carillon/contract/auth/two-step'
import { NOW_PLAYING_RATE } from '@carillon/contract/broadcasts/endpoints'
import { CHAT_TIMEOUT_MINUTES, MAX_MESSAGE_LENGTH, MAX_WORDS } from '@carillon/contract/chat/schemas'
import { MAX_PLAYLIST_HOURS, MAX_PLAYLIST_ITEMS, MAX_PLAYLISTS } from '@carillon/contract/library/playlists'
import { MAX_LIBRARY_ITEMS, MAX_TAG_LENGTH } from '@carillon/contract/library/schemas'
import { MAX_REMINDERS } from '@carillon/contract/notifications/schemas'
import { MAX_PLANNED_REPLAYS, REPLAY_RATE } from '@carillon/contract/playout/replays'
import { MAX_POLL_OPTIONS } from '@carillon/contract/polls/schemas'
import { MAX_OUTAGES } from '@carillon/contract/recordings/schemas'
import { SONG_REQUEST_PAUSE_SECONDS } from '@carillon/contract/song-requests/schemas'
import {
  MAX_STAFF_MESSAGE_LENGTH,
  MAX_STAFF_MESSAGES,
  STAFF_MESSAGE_KEPT_DAYS,
} from '@carillon/contract/staff-line/schemas'
import { KEPT_MS } from '../db/idempotency.ts'
import { DEVICE_KNOWN_SECONDS, KEPT_DEVICES } from '../features/auth/devices.ts'
import { MAX_SESSIONS, REMEMBERED_MS } from '../features/auth/sessions.ts'
import { SIGN_UPS } from '../features/auth/sign-up.ts'
import { FLOOD } from '../features/chat/slow-mode.ts'
import { MAX_SUBSCRIPTIONS } from '../features/notifications/push/create-push.ts'
import { MAX_WAITING } from '../features/stream/supervision/samples.ts'
import { MAX_KEY_LENGTH } from '../http/idempotency.ts'
import { counted, type Fixed, type Holding, type Refusal } from './holding.ts'

function table(
  name: string,
  holds: string,
  limits: Holding['limits'],
  ends: string,
  refusal: Refusal,
): Holding {
  return { kind: 'table', places: [name], holds, limits, ends, refusal }
}

const KEPT = 'it stays'

/** Tables that grow by what people do. Housekeeping looks once an hour. */
export const TABLES: readonly Holding[] = [
  table(
    'users',
    'a row for each account',
    [counted('server/src/features/auth/sign-up.ts', { SIGN_UPS }, 'tries', 'address')],
    KEPT,
    'TOO_MANY_REQUESTS',
  ),
  table(
    'sessions',
    'a row for each sign-in',
    [
      counted('server/src/features/auth/sessions.ts', { MAX_SESSIONS }, 'rows', 'person'),
      counted('server/src/features/auth/sessions.ts', { REMEMBERED_MS }, 'ms since its last use', 'person'),
    ],
    'signing out, its time, or many newer ones',
    'oldest goes',
  ),
  table(
    'devices',
    'a row for each browser that signed in',
    [
      counted('server/src/features/auth/devices.ts', { KEPT_DEVICES }, 'rows', 'person'),
      counted('server/src/features/auth/devices.ts', { DEVICE_KNOWN_SECONDS }, 's', 'person'),
    ],
    'its time, or newer ones',
    'oldest goes',
  ),
  table(
    'email_codes',
    'a row for each account that asked for a code',
    [counted('contract/src/auth/schemas.ts', { CODE_LIFETIME_MINUTES }, 'min', 'account')],
    'its time',
    'oldest goes',
  ),
  table(
    'password_resets',
    'a row for each account that asked for a link',
    [counted('contract/src/auth/schemas.ts', { RESET_LIFETIME_MINUTES }, 'min', 'account')],
    'its time, or its use',
    'oldest goes',
  ),
  table(
    'totp_secrets',
    'a row for each account with a second step',
    [counted('contract/src/auth/two-step.ts', { TOTP_SETUP_MINUTES }, 'min unconfirmed', 'account')],
    'turning it off',
    'oldest goes',
  ),
  table(
    'recovery_codes',
    'codes of an account with a second step',
    [counted('contract/src/auth/two-step.ts', { RECOVERY_CODES }, 'rows', 'account')],
    'turning it off, or new ones',
    'oldest goes',
  ),
  table(
    'idempotent_replies',
    'the reply of a creating call with a key',
    [
      counted('server/src/db/idempotency.ts', { KEPT_MS }, 'ms', 'request'),
      counted('server/src/http/idempotency.ts', { MAX_KEY_LENGTH }, 'characters of key', 'request'),
    ],
    'a day',
    'INVALID_INPUT',
  ),
  table(
    'chat_messages',
    'a row for each message',
    [
      counted('server/src/features/chat/slow-mode.ts', { FLOOD }, 'rows', 'person'),
      counted('contract/src/chat/schemas.ts', { MAX_MESSAGE_LENGTH }, 'characters', 'request'),
    ],
    KEPT,
    'TOO_MANY_REQUESTS',
  ),
  table(
    'scheduled_replays',
    'a row for each planned replay',
    [
      counted('contract/src/playout/replays.ts', { MAX_PLANNED_REPLAYS }, 'rows still to come', 'all'),
      counted('contract/src/playout/replays.ts', { REPLAY_RATE }, 'rows, and ms', 'person'),
    ],
    'taking it back, else it stays',
    'TOO_MANY_REQUESTS',
  ),
  table(
    'plays',
    'a row for each song that a DJ names, one more for each show, and one for each item between shows',
    [counted('contract/src/broadcasts/endpoints.ts', { NOW_PLAYING_RATE }, 'rows, and ms', 'person')],
    KEPT,
    'TOO_MANY_REQUESTS',
  ),
  table(
    'library_items',
    'a row for each file of the library',
    [
      counted('contract/src/library/schemas.ts', { MAX_LIBRARY_ITEMS }, 'rows', 'all'),
      counted('contract/src/library/schemas.ts', { MAX_TAG_LENGTH }, 'characters of a tag', 'request'),
    ],
    'deleting it',
    'LIBRARY_FULL',
  ),
  table(
    'recording_outages',
    'outages of the line in a recording',
    [counted('contract/src/recordings/schemas.ts', { MAX_OUTAGES }, 'rows of a recording', 'all')],
    'a newer version of it, or the end of the recording',
    'less is done',
  ),
  table(
    'playlists',
    'a row for each playlist',
    [counted('contract/src/library/playlists.ts', { MAX_PLAYLISTS }, 'rows', 'all')],
    'deleting it',
    'LIBRARY_FULL',
  ),
  table(
    'playlist_hours',
    'hours of the week of a playlist',
    [counted('contract/src/library/playlists.ts', { MAX_PLAYLIST_HOURS }, 'rows of a playlist', 'all')],
    'other hours, or deleting it',
    'INVALID_INPUT',
  ),
  table(
    'playlist_items',
    'tracks of a playlist',
    [counted('contract/src/library/playlists.ts', { MAX_PLAYLIST_ITEMS }, 'rows of a playlist', 'all')],
    'other tracks, or deleting it',
    'INVALID_INPUT',
  ),
  table(
    'staff_messages',
    'a row for each message between staff and the DJ of a show',
    [
      counted('contract/src/staff-line/schemas.ts', { MAX_STAFF_MESSAGES }, 'rows', 'broadcast'),
      counted('contract/src/staff-line/schemas.ts', { MAX_STAFF_MESSAGE_LENGTH }, 'characters', 'request'),
      counted('contract/src/staff-line/schemas.ts', { STAFF_MESSAGE_KEPT_DAYS }, 'days', 'broadcast'),
    ],
    'its time',
    'WRONG_STATE',
  ),
  table(
    'chat_timeouts',
    'a row for each person in a timeout',
    [counted('contract/src/chat/schemas.ts', { CHAT_TIMEOUT_MINUTES }, 'min', 'person')],
    'its time, or whoever lifts it',
    'oldest goes',
  ),
  table(
    'profanity_words',
    'a row for each word',
    [counted('contract/src/chat/schemas.ts', { MAX_WORDS }, 'rows', 'all')],
    KEPT,
    'WRONG_STATE',
  ),
  table(
    'song_requests',
    'a row for each request',
    [
      counted(
        'contract/src/song-requests/schemas.ts',
        { SONG_REQUEST_PAUSE_SECONDS },
        's between two rows',
        'person',
      ),
    ],
    KEPT,
    'TOO_MANY_REQUESTS',
  ),
  table(
    'poll_options',
    'the answers of a poll',
    [counted('contract/src/polls/schemas.ts', { MAX_POLL_OPTIONS }, 'rows', 'request')],
    KEPT,
    'INVALID_INPUT',
  ),
  table(
    'push_subscriptions',
    'a row for each browser that wants pushes',
    [
      counted(
        'server/src/features/notifications/push/create-push.ts',
        { MAX_SUBSCRIPTIONS },
        'rows',
        'person',
      ),
    ],
    'its session, or newer ones',
    'oldest goes',
  ),
  table(
    'show_reminders',
    'a row for each broadcast that somebody asked to be reminded of',
    [counted('contract/src/notifications/schemas.ts', { MAX_REMINDERS }, 'rows', 'person')],
    'its broadcast has begun, or is cancelled',
    'WRONG_STATE',
  ),
  table(
    'listener_samples',
    'a row for each minute of a live broadcast',
    [
      counted(
        'server/src/features/stream/supervision/samples.ts',
        { MAX_WAITING },
        'minutes that wait for the database',
        'all',
      ),
    ],
    KEPT,
    'less is done',
  ),
]

/** Tables that nobody's act makes larger than what is counted elsewhere. */
export const FIXED_TABLES: readonly Fixed[] = [
  {
    kind: 'table',
    places: ['instance_key', 'media_service', 'playout_settings', 'push_keys'],
    because: 'of one row',
  },
  { kind: 'table', places: ['migrations'], because: 'a row for each step of the program' },
  {
    kind: 'table',
    places: [
      'broadcasts',
      'polls',
      'announcements',
      'recordings',
      'encoder_passwords',
      'broadcast_reminders',
      'show_events',
    ],
    because: 'rows of DJs and staff, who are known by name and in the activities',
  },
  {
    kind: 'table',
    places: ['poll_votes', 'notification_marks'],
    because: 'one row for each person, and poll',
  },
  {
    kind: 'table',
    places: ['activities', 'notifications', 'notification_tallies'],
    because: 'rows of acts that are counted where they are done',
  },
  {
    kind: 'table',
    places: ['instances', 'recording_copies'],
    because: 'a row for each instance that ran within a month, and for each recording that it has',
  },
  {
    kind: 'table',
    places: ['notification_states'],
    because: 'one row at most for each person and notification',
  },
]
