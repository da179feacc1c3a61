import { CONNECT_LIMIT_MS } from '@carillon/contract/destination'
import { LEVEL_RATE } from '../features/broadcasts/hand-over/levels.ts'
import { FLOOD } from '../features/chat/slow-mode.ts'
import { PLACES } from '../realtime/create-realtime.ts'
import { NETWORK_SHARE, OWN_BYTES, PLACES_PER_PERSON } from '../realtime/places.ts'
import { MAX_BROADCASTS } from '../realtime/presence.ts'
import { MAX_UNACKNOWLEDGED } from '../realtime/stomp/acknowledgements.ts'
import {
  MAX_FRAME_BYTES,
  MAX_HEADER_LENGTH,
  MAX_HEADERS as MAX_HEADERS_OF_DECODER,
} from '../realtime/stomp/decoder.ts'
import { FRAME_LIMIT_MS, FRAME_RATE, MAX_WAITING_FRAMES } from '../realtime/stomp/frame-queue.ts'
import { MAX_SUBSCRIPTIONS } from '../realtime/stomp/subscription-set.ts'
import {
  MAX_TRANSACTION_BYTES,
  MAX_TRANSACTION_STEPS,
  MAX_TRANSACTIONS,
  TRANSACTION_LIMIT_MS,
} from '../realtime/stomp/transactions.ts'
import { DEAD_AFTER_MS as DEAD_AFTER_MS_OF_WEBSOCKET_WIRE } from '../realtime/websocket-wire.ts'
import {
  MAX_MESSAGE_BYTES as MAX_MESSAGE_BYTES_OF_WEBSOCKETS,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_MS,
} from '../realtime/wire.ts'
import { counted, type Holding } from './holding.ts'

const STOMP: Holding = {
  kind: 'socket',
  places: ['/ws-radio/websocket', '/ws-radio/:server/:session/websocket'],
  holds:
    'a STOMP connection: frames that wait, subscriptions, transactions, messages that it has not read or acknowledged',
  limits: [
    counted(
      'server/src/realtime/create-realtime.ts',
      { 'PLACES.places': PLACES.places },
      'connections',
      'all',
    ),
    counted(
      'server/src/realtime/create-realtime.ts',
      { 'PLACES.heldBytes': PLACES.heldBytes },
      'bytes held',
      'all',
    ),
    counted('server/src/realtime/places.ts', { OWN_BYTES }, 'bytes that belong to it', 'connection'),
    counted('server/src/realtime/places.ts', { NETWORK_SHARE }, 'of all places and bytes', 'address'),
    counted('server/src/realtime/places.ts', { PLACES_PER_PERSON }, 'connections', 'person'),
    counted(
      'server/src/realtime/stomp/transactions.ts',
      { MAX_TRANSACTION_BYTES },
      'bytes in open transactions',
      'connection',
    ),
    counted(
      'server/src/realtime/stomp/transactions.ts',
      { TRANSACTION_LIMIT_MS },
      'ms of a transaction',
      'connection',
    ),
    counted(
      'server/src/realtime/wire.ts',
      { MAX_MESSAGE_BYTES: MAX_MESSAGE_BYTES_OF_WEBSOCKETS },
      'bytes of message',
      'connection',
    ),
    counted('server/src/realtime/stomp/decoder.ts', { MAX_FRAME_BYTES }, 'bytes of frame', 'connection'),
    counted(
      'server/src/realtime/stomp/decoder.ts',
      { MAX_HEADERS: MAX_HEADERS_OF_DECODER },
      'headers',
      'connection',
    ),
    counted('server/src/realtime/stomp/decoder.ts', { MAX_HEADER_LENGTH }, 'bytes of header', 'connection'),
    counted(
      'server/src/realtime/stomp/frame-queue.ts',
      { FRAME_LIMIT_MS },
      'ms until a frame is there',
      'connection',
    ),
    counted('server/src/realtime/stomp/frame-queue.ts', { FRAME_RATE }, 'frames', 'connection'),
    counted(
      'server/src/realtime/stomp/frame-queue.ts',
      { MAX_WAITING_FRAMES },
      'frames that wait',
      'connection',
    ),
    counted('server/src/realtime/stomp/transactions.ts', { MAX_TRANSACTIONS }, 'transactions', 'connection'),
    counted(
      'server/src/realtime/stomp/transactions.ts',
      { MAX_TRANSACTION_STEPS },
      'steps of a transaction',
      'connection',
    ),
    counted('server/src/realtime/wire.ts', { MAX_UNREAD_BYTES }, 'bytes unread', 'connection'),
    counted('server/src/realtime/wire.ts', { MAX_UNREAD_MS }, 'ms with anything unread', 'connection'),
    counted('contract/src/destination.ts', { CONNECT_LIMIT_MS }, 'ms until CONNECT', 'connection'),
    counted(
      'server/src/realtime/websocket-wire.ts',
      { DEAD_AFTER_MS: DEAD_AFTER_MS_OF_WEBSOCKET_WIRE },
      'ms without a word',
      'connection',
    ),
  ],
  ends: 'the page, no answer to a ping, or DISCONNECT',
  refusal: 'TOO_MANY_REQUESTS',
}

const TOPICS: Holding = {
  kind: 'topic',
  places: [
    '/topic/broadcast/{id}',
    '/topic/broadcast/status',
    '/topic/broadcast/live',
    '/topic/now-playing',
    '/topic/broadcast/{id}/chat',
    '/topic/broadcast/{id}/song-requests',
    '/topic/broadcast/{id}/polls',
    '/topic/broadcast/{id}/staff',
    '/topic/broadcast/{id}/levels',
    '/user/queue/notifications',
    '/topic/announcements/public',
  ],
  holds: 'a subscription, and messages that wait for an ACK',
  limits: [
    counted(
      'server/src/realtime/stomp/subscription-set.ts',
      { MAX_SUBSCRIPTIONS },
      'subscriptions',
      'connection',
    ),
    counted(
      'server/src/realtime/stomp/acknowledgements.ts',
      { MAX_UNACKNOWLEDGED },
      'messages without an ACK',
      'connection',
    ),
  ],
  ends: 'UNSUBSCRIBE, or the connection',
  refusal: 'TOO_MANY_REQUESTS',
}

const ROOMS: Holding = {
  kind: 'appDestination',
  places: ['/app/broadcast/{id}/join', '/app/broadcast/{id}/leave'],
  holds: 'a connection among those who are in the room of a broadcast',
  limits: [counted('server/src/realtime/presence.ts', { MAX_BROADCASTS }, 'broadcasts', 'connection')],
  ends: 'leaving, or the connection',
  refusal: 'TOO_MANY_REQUESTS',
}

const SAYING: Holding = {
  kind: 'appDestination',
  places: ['/app/broadcast/{id}/message'],
  holds: 'a row; a place in the line of the chat; a message to every subscriber',
  limits: [
    counted('server/src/features/chat/slow-mode.ts', { FLOOD }, 'messages', 'person'),
    counted('server/src/realtime/stomp/decoder.ts', { MAX_FRAME_BYTES }, 'bytes of frame', 'connection'),
  ],
  ends: 'the row stays',
  refusal: 'TOO_MANY_REQUESTS',
}

const LEVELS: Holding = {
  kind: 'appDestination',
  places: ['/app/broadcast/{id}/level'],
  holds: 'a message to the subscribers of both shows of a hand-over',
  limits: [
    counted('server/src/features/broadcasts/hand-over/levels.ts', { LEVEL_RATE }, 'levels', 'broadcast'),
    counted('server/src/realtime/stomp/decoder.ts', { MAX_FRAME_BYTES }, 'bytes of frame', 'connection'),
  ],
  ends: 'with its delivery',
  refusal: 'less is done',
}

/** The realtime connection, and what is subscribed to and said on it. */
export const STOMP_SOCKETS: readonly Holding[] = [STOMP, TOPICS, ROOMS, SAYING, LEVELS]
