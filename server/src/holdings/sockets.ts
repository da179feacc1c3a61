import { CONNECT_LIMIT_MS } from '@carillon/contract/destination'
import { MAX_SOURCE_FRAME_BYTES } from '@carillon/contract/stream'
import { FLOOD } from '../features/chat/slow-mode.ts'
import {
  MAX_SOCKETS as MAX_SOCKETS_OF_BOARD,
  MAX_SOCKETS_PER_ADDRESS as MAX_SOCKETS_PER_ADDRESS_OF_BOARD,
} from '../features/polls/board.ts'
import {
  MAX_BAD_MESSAGES as MAX_BAD_MESSAGES_OF_POLL_SOCKET,
  MAX_HELD,
  MAX_UNANSWERED_PINGS,
  MAX_UNSENT_BYTES as MAX_UNSENT_BYTES_OF_POLL_SOCKET,
  MESSAGE_RATE as MESSAGE_RATE_OF_POLL_SOCKET,
} from '../features/polls/poll-socket.ts'
import { MAX_MESSAGE_BYTES as MAX_MESSAGE_BYTES_OF_SOCKETS } from '../features/polls/sockets.ts'
import { MAX_NAMES } from '../features/stream/cluster/messages.ts'
import {
  DEAD_AFTER_MS as DEAD_AFTER_MS_OF_RELAY_LINE,
  MAX_UNSENT_BYTES as MAX_UNSENT_BYTES_OF_RELAY_LINE,
} from '../features/stream/cluster/relay-line.ts'
import { MAX_LISTENER_MESSAGE_BYTES, MAX_RELAY_MESSAGE_BYTES } from '../features/stream/create-stream.ts'
import {
  BYTE_RATE as BYTE_RATE_OF_BROWSER_SOURCE,
  DEAD_AFTER_MS as DEAD_AFTER_MS_OF_BROWSER_SOURCE,
  MAX_EXCESS_MESSAGES,
  MAX_UNSENT_BYTES as MAX_UNSENT_BYTES_OF_BROWSER_SOURCE,
  MESSAGE_RATE as MESSAGE_RATE_OF_BROWSER_SOURCE,
} from '../features/stream/sources/browser/browser-source.ts'
import { HEAD_LIMIT_MS } from '../features/stream/sources/encoder/connection.ts'
import {
  BYTE_RATE as BYTE_RATE_OF_ENCODER_SOURCE,
  MAX_AHEAD_MS,
  SILENT_AFTER_MS,
} from '../features/stream/sources/encoder/encoder-source.ts'
import { MAX_HALF_HEADS } from '../features/stream/sources/encoder/half-heads.ts'
import { WRONG_RATE } from '../features/stream/sources/encoder/password-tries.ts'
import {
  DEAD_AFTER_MS as DEAD_AFTER_MS_OF_LISTENER_SOCKET,
  MAX_BAD_MESSAGES as MAX_BAD_MESSAGES_OF_LISTENER_SOCKET,
  MAX_UNSENT_BYTES as MAX_UNSENT_BYTES_OF_LISTENER_SOCKET,
  MESSAGE_RATE as MESSAGE_RATE_OF_LISTENER_SOCKET,
} from '../features/stream/status/listener-socket.ts'
import {
  MAX_SOCKETS as MAX_SOCKETS_OF_STATUS_BROADCASTER,
  MAX_SOCKETS_PER_ADDRESS as MAX_SOCKETS_PER_ADDRESS_OF_STATUS_BOARD,
} from '../features/stream/status/status-broadcaster.ts'
import { CONNECTION_LIMITS, MAX_HEADERS as MAX_HEADERS_OF_CONNECTIONS } from '../http/connections.ts'
import { FIRST_BYTES_LIMIT_MS } from '../http/diversions.ts'
import { MAX_HEAD_BYTES } from '../http/request-head.ts'
import { MAX_FRAGMENTS, MAX_WAITING_HANDSHAKES } from '../http/upgrade.ts'
import { PLACES } from '../realtime/create-realtime.ts'
import { NETWORK_SHARE, OWN_BYTES, PLACES_PER_PERSON } from '../realtime/places.ts'
import { MAX_BROADCASTS } from '../realtime/presence.ts'
import { MAX_UNACKNOWLEDGED } from '../realtime/stomp/acknowledgements.ts'
import {
  MAX_FRAME_BYTES,
  MAX_HEADER_LENGTH,
  MAX_HEADERS as MAX_HEADERS_OF_DECODER,
} from '../realtime/stomp/decoder.ts'
import { FRAME_LIMIT_MS, FRAME_RATE, MAX_WAITING_FRAMES } from '../realtime/stomp/session.ts'
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
import { EVERY_CONNECTION } from './common.ts'
import { counted, type Holding } from './holding.ts'

const CONNECTION: Holding = {
  kind: 'source',
  places: ['every connection'],
  holds: 'a descriptor, and what has been read of a head',
  limits: [
    ...EVERY_CONNECTION,
    counted(
      'server/src/http/connections.ts',
      { MAX_HEADERS: MAX_HEADERS_OF_CONNECTIONS },
      'headers',
      'request',
    ),
    counted(
      'server/src/http/connections.ts',
      { 'CONNECTION_LIMITS.headersMs': CONNECTION_LIMITS.headersMs },
      'ms until the head is there',
      'request',
    ),
    counted(
      'server/src/http/diversions.ts',
      { FIRST_BYTES_LIMIT_MS },
      'ms until it says what it is',
      'connection',
    ),
  ],
  ends: 'the client, or those times',
  refusal: 'cut',
}

const PROGRAMS: Holding = {
  kind: 'source',
  places: ['PUT /studio.ogg ', 'SOURCE /studio.ogg ', 'OPTIONS * '],
  holds: 'a head that is read or looked at; then the sound of a program that waits to be played',
  limits: [
    counted('server/src/features/stream/sources/encoder/half-heads.ts', { MAX_HALF_HEADS }, 'heads', 'all'),
    counted(
      'server/src/features/stream/sources/encoder/connection.ts',
      { HEAD_LIMIT_MS },
      'ms until the head is there',
      'connection',
    ),
    counted('server/src/http/request-head.ts', { MAX_HEAD_BYTES }, 'bytes of head', 'connection'),
    counted(
      'server/src/features/stream/sources/encoder/password-tries.ts',
      { WRONG_RATE },
      'wrong tries',
      'address',
    ),
    counted(
      'server/src/features/stream/sources/encoder/encoder-source.ts',
      { BYTE_RATE: BYTE_RATE_OF_ENCODER_SOURCE },
      'bytes of sound',
      'connection',
    ),
    counted(
      'server/src/features/stream/sources/encoder/encoder-source.ts',
      { MAX_AHEAD_MS },
      'ms of sound that waits',
      'connection',
    ),
    counted(
      'server/src/features/stream/sources/encoder/encoder-source.ts',
      { SILENT_AFTER_MS },
      'ms without sound',
      'connection',
    ),
  ],
  ends: 'the program, its password, or the broadcast',
  refusal: 'TOO_MANY_REQUESTS',
}

const DJ: Holding = {
  kind: 'socket',
  places: ['/ws/live'],
  holds: 'media that is read, one source for each broadcast on air',
  limits: [
    counted('contract/src/stream.ts', { MAX_SOURCE_FRAME_BYTES }, 'bytes of message', 'connection'),
    counted(
      'server/src/features/stream/sources/browser/browser-source.ts',
      { MESSAGE_RATE: MESSAGE_RATE_OF_BROWSER_SOURCE },
      'messages',
      'connection',
    ),
    counted(
      'server/src/features/stream/sources/browser/browser-source.ts',
      { BYTE_RATE: BYTE_RATE_OF_BROWSER_SOURCE },
      'bytes of sound',
      'connection',
    ),
    counted(
      'server/src/features/stream/sources/browser/browser-source.ts',
      { MAX_EXCESS_MESSAGES },
      'messages beyond that',
      'connection',
    ),
    counted(
      'server/src/features/stream/sources/browser/browser-source.ts',
      { MAX_UNSENT_BYTES: MAX_UNSENT_BYTES_OF_BROWSER_SOURCE },
      'bytes unread',
      'connection',
    ),
    counted(
      'server/src/features/stream/sources/browser/browser-source.ts',
      { DEAD_AFTER_MS: DEAD_AFTER_MS_OF_BROWSER_SOURCE },
      'ms without a word',
      'connection',
    ),
    counted('server/src/http/upgrade.ts', { MAX_FRAGMENTS }, 'fragments of a message', 'connection'),
    counted('server/src/http/upgrade.ts', { MAX_WAITING_HANDSHAKES }, 'handshakes at work', 'all'),
  ],
  ends: 'the DJ, another source, or the broadcast',
  refusal: 1009,
}

const LISTENER: Holding = {
  kind: 'socket',
  places: ['/ws/listener'],
  holds: 'a place on the board, and a listener who says to listen',
  limits: [
    counted(
      'server/src/features/stream/status/status-broadcaster.ts',
      { MAX_SOCKETS: MAX_SOCKETS_OF_STATUS_BROADCASTER },
      'sockets',
      'all',
    ),
    counted(
      'server/src/features/stream/status/status-broadcaster.ts',
      { MAX_SOCKETS_PER_ADDRESS: MAX_SOCKETS_PER_ADDRESS_OF_STATUS_BOARD },
      'sockets',
      'address',
    ),
    counted(
      'server/src/features/stream/create-stream.ts',
      { MAX_LISTENER_MESSAGE_BYTES },
      'bytes of message',
      'connection',
    ),
    counted(
      'server/src/features/stream/status/listener-socket.ts',
      { MESSAGE_RATE: MESSAGE_RATE_OF_LISTENER_SOCKET },
      'messages',
      'connection',
    ),
    counted(
      'server/src/features/stream/status/listener-socket.ts',
      { MAX_BAD_MESSAGES: MAX_BAD_MESSAGES_OF_LISTENER_SOCKET },
      'bad messages',
      'connection',
    ),
    counted(
      'server/src/features/stream/status/listener-socket.ts',
      { MAX_UNSENT_BYTES: MAX_UNSENT_BYTES_OF_LISTENER_SOCKET },
      'bytes unread',
      'connection',
    ),
    counted(
      'server/src/features/stream/status/listener-socket.ts',
      { DEAD_AFTER_MS: DEAD_AFTER_MS_OF_LISTENER_SOCKET },
      'ms without a word',
      'connection',
    ),
  ],
  ends: 'the page, or no answer to a ping',
  refusal: 1008,
}

const POLL: Holding = {
  kind: 'socket',
  places: ['/ws/polls/:broadcastId'],
  holds: 'a place on the board of a broadcast, and events while it is looked up',
  limits: [
    counted('server/src/features/polls/board.ts', { MAX_SOCKETS: MAX_SOCKETS_OF_BOARD }, 'sockets', 'all'),
    counted(
      'server/src/features/polls/board.ts',
      { MAX_SOCKETS_PER_ADDRESS: MAX_SOCKETS_PER_ADDRESS_OF_BOARD },
      'sockets',
      'address',
    ),
    counted(
      'server/src/features/polls/sockets.ts',
      { MAX_MESSAGE_BYTES: MAX_MESSAGE_BYTES_OF_SOCKETS },
      'bytes of message',
      'connection',
    ),
    counted(
      'server/src/features/polls/poll-socket.ts',
      { MESSAGE_RATE: MESSAGE_RATE_OF_POLL_SOCKET },
      'messages',
      'connection',
    ),
    counted(
      'server/src/features/polls/poll-socket.ts',
      { MAX_BAD_MESSAGES: MAX_BAD_MESSAGES_OF_POLL_SOCKET },
      'bad messages',
      'connection',
    ),
    counted('server/src/features/polls/poll-socket.ts', { MAX_HELD }, 'events that wait', 'connection'),
    counted(
      'server/src/features/polls/poll-socket.ts',
      { MAX_UNSENT_BYTES: MAX_UNSENT_BYTES_OF_POLL_SOCKET },
      'bytes unread',
      'connection',
    ),
    counted(
      'server/src/features/polls/poll-socket.ts',
      { MAX_UNANSWERED_PINGS },
      'pings without an answer',
      'connection',
    ),
  ],
  ends: 'the page, or no answer to its pings',
  refusal: 1008,
}

const RELAY: Holding = {
  kind: 'socket',
  places: ['/relay/:broadcastId'],
  holds: 'pages for another instance; nobody else gets in',
  limits: [
    counted(
      'server/src/features/stream/create-stream.ts',
      { MAX_RELAY_MESSAGE_BYTES },
      'bytes of message',
      'connection',
    ),
    counted(
      'server/src/features/stream/cluster/relay-line.ts',
      { MAX_UNSENT_BYTES: MAX_UNSENT_BYTES_OF_RELAY_LINE },
      'bytes unread',
      'connection',
    ),
    counted(
      'server/src/features/stream/cluster/relay-line.ts',
      { DEAD_AFTER_MS: DEAD_AFTER_MS_OF_RELAY_LINE },
      'ms without a word',
      'connection',
    ),
    counted('server/src/features/stream/cluster/messages.ts', { MAX_NAMES }, 'players', 'request'),
  ],
  ends: 'the other instance, or another one leads',
  refusal: 'NOT_FOUND',
}

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
      'server/src/realtime/stomp/session.ts',
      { FRAME_LIMIT_MS },
      'ms until a frame is there',
      'connection',
    ),
    counted('server/src/realtime/stomp/session.ts', { FRAME_RATE }, 'frames', 'connection'),
    counted('server/src/realtime/stomp/session.ts', { MAX_WAITING_FRAMES }, 'frames that wait', 'connection'),
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
    '/topic/broadcast/{id}/chat',
    '/topic/broadcast/{id}/song-requests',
    '/topic/broadcast/{id}/polls',
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
  kind: 'inlet',
  places: ['/app/broadcast/{id}/join', '/app/broadcast/{id}/leave'],
  holds: 'a connection among those who are in the room of a broadcast',
  limits: [counted('server/src/realtime/presence.ts', { MAX_BROADCASTS }, 'broadcasts', 'connection')],
  ends: 'leaving, or the connection',
  refusal: 'TOO_MANY_REQUESTS',
}

const SAYING: Holding = {
  kind: 'inlet',
  places: ['/app/broadcast/{id}/message'],
  holds: 'a row; a place in the line of the chat; a message to every subscriber',
  limits: [
    counted('server/src/features/chat/slow-mode.ts', { FLOOD }, 'messages', 'person'),
    counted('server/src/realtime/stomp/decoder.ts', { MAX_FRAME_BYTES }, 'bytes of frame', 'connection'),
  ],
  ends: 'the row stays',
  refusal: 'TOO_MANY_REQUESTS',
}

/** Connections of every sort, and what is subscribed to and said on them. */
export const SOCKETS: readonly Holding[] = [
  CONNECTION,
  PROGRAMS,
  DJ,
  LISTENER,
  POLL,
  RELAY,
  STOMP,
  TOPICS,
  ROOMS,
  SAYING,
]
