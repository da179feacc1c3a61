import { MAX_SOURCE_FRAME_BYTES } from '@carillon/contract/stream/schemas'
import {
  MAX_SOCKETS as MAX_SOCKETS_OF_BOARD,
  MAX_SOCKETS_PER_ADDRESS as MAX_SOCKETS_PER_ADDRESS_OF_BOARD,
} from '../features/polls/poll-event-sockets.ts'
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
import { BEGINNING_LIMIT_MS, MAX_BEGINNING_BYTES } from '../features/stream/sources/encoder/read-beginning.ts'
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
import { FIRST_BYTES_LIMIT_MS } from '../http/protocol-router.ts'
import { MAX_HEAD_BYTES } from '../http/request-head.ts'
import { MAX_FRAGMENTS, MAX_WAITING_HANDSHAKES } from '../http/upgrade.ts'
import { EVERY_CONNECTION } from './common.ts'
import { counted, type Holding } from './holding.ts'
import { STOMP_SOCKETS } from './stomp-sockets.ts'

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
      'server/src/http/protocol-router.ts',
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
      'server/src/features/stream/sources/encoder/read-beginning.ts',
      { MAX_BEGINNING_BYTES },
      'bytes until the format is known',
      'connection',
    ),
    counted(
      'server/src/features/stream/sources/encoder/read-beginning.ts',
      { BEGINNING_LIMIT_MS },
      'ms until the format is known',
      'connection',
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
    counted('contract/src/stream/schemas.ts', { MAX_SOURCE_FRAME_BYTES }, 'bytes of message', 'connection'),
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
    counted(
      'server/src/features/polls/poll-event-sockets.ts',
      { MAX_SOCKETS: MAX_SOCKETS_OF_BOARD },
      'sockets',
      'all',
    ),
    counted(
      'server/src/features/polls/poll-event-sockets.ts',
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

/** Connections of every sort, and what is subscribed to and said on them. */
export const SOCKETS: readonly Holding[] = [CONNECTION, PROGRAMS, DJ, LISTENER, POLL, RELAY, ...STOMP_SOCKETS]
