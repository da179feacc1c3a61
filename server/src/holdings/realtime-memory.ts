import { MAX_GATHER_MS } from '../realtime/broker.ts'
import { PLACES } from '../realtime/create-realtime.ts'
import { LOOK_UP_LIMIT_MS } from '../realtime/open-sessions.ts'
import { MAX_BROADCASTS } from '../realtime/presence.ts'
import { MAX_XHR_SESSIONS } from '../realtime/sockjs/xhr-sessions.ts'
import { MAX_UNACKNOWLEDGED } from '../realtime/stomp/acknowledgements.ts'
import { MAX_WAITING_FRAMES } from '../realtime/stomp/frame-queue.ts'
import { MAX_SUBSCRIPTIONS } from '../realtime/stomp/subscription-set.ts'
import { MAX_TRANSACTION_STEPS, MAX_TRANSACTIONS } from '../realtime/stomp/transactions.ts'
import { MAX_UNREAD_BYTES } from '../realtime/wire.ts'
import { counted, type Holding, memory } from './holding.ts'

/** Memory of realtime connections. */
export const REALTIME_MEMORY: readonly Holding[] = [
  {
    kind: 'memory',
    places: [
      'server/src/realtime/broker.ts #topics',
      'server/src/realtime/broker.ts #dirty',
      'server/src/realtime/broker.ts members',
      'server/src/realtime/stomp/subscription-set.ts #open',
    ],
    holds: 'subscriptions, by topic and connection',
    limits: [
      counted(
        'server/src/realtime/stomp/subscription-set.ts',
        { MAX_SUBSCRIPTIONS },
        'subscriptions',
        'connection',
      ),
      counted(
        'server/src/realtime/create-realtime.ts',
        { 'PLACES.places': PLACES.places },
        'connections',
        'all',
      ),
    ],
    ends: 'UNSUBSCRIBE, or the connection',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'memory',
    places: ['#frames', '#messageIds'].map((name) => `server/src/realtime/broker.ts ${name}`),
    holds: 'messages that go out together',
    limits: [counted('server/src/realtime/broker.ts', { MAX_GATHER_MS }, 'ms', 'all')],
    ends: 'the next round of writing',
    refusal: 'less is done',
  },
  {
    kind: 'memory',
    places: ['server/src/realtime/open-sessions.ts #open', 'server/src/realtime/open-sessions.ts #ended'],
    holds: 'STOMP connections; sessions that ended a moment ago',
    limits: [
      counted(
        'server/src/realtime/create-realtime.ts',
        { 'PLACES.places': PLACES.places },
        'connections',
        'all',
      ),
      counted('server/src/realtime/open-sessions.ts', { LOOK_UP_LIMIT_MS }, 'ms', 'request'),
    ],
    ends: 'the connection; a minute',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'memory',
    places: ['#rooms', '#joined'].map((name) => `server/src/realtime/presence.ts ${name}`),
    holds: 'connections by the broadcast that they have joined',
    limits: [counted('server/src/realtime/presence.ts', { MAX_BROADCASTS }, 'broadcasts', 'connection')],
    ends: 'leaving, or the connection',
    refusal: 'TOO_MANY_REQUESTS',
  },
  memory(
    'server/src/realtime/sockjs/xhr-session.ts #waiting',
    'messages for the next reply',
    [counted('server/src/realtime/wire.ts', { MAX_UNREAD_BYTES }, 'bytes', 'connection')],
    'they are asked for',
    'cut',
  ),
  memory(
    'server/src/realtime/sockjs/xhr-sessions.ts #sessions',
    'sessions of SockJS',
    [counted('server/src/realtime/sockjs/xhr-sessions.ts', { MAX_XHR_SESSIONS }, 'sessions', 'all')],
    'nobody asks for five seconds',
    'TOO_MANY_REQUESTS',
  ),
  memory(
    'server/src/realtime/stomp/acknowledgements.ts #waiting',
    'messages without an ACK',
    [
      counted(
        'server/src/realtime/stomp/acknowledgements.ts',
        { MAX_UNACKNOWLEDGED },
        'messages',
        'connection',
      ),
    ],
    'ACK, or the connection',
    1002,
  ),
  memory(
    'server/src/realtime/stomp/frame-queue.ts #waiting',
    'frames that wait for the one before',
    [counted('server/src/realtime/stomp/frame-queue.ts', { MAX_WAITING_FRAMES }, 'frames', 'connection')],
    'they are done',
    'TOO_MANY_REQUESTS',
  ),
  memory(
    'server/src/realtime/stomp/transactions.ts #open',
    'steps of transactions',
    [
      counted(
        'server/src/realtime/stomp/transactions.ts',
        { MAX_TRANSACTIONS },
        'transactions',
        'connection',
      ),
      counted(
        'server/src/realtime/stomp/transactions.ts',
        { MAX_TRANSACTION_STEPS },
        'steps of a transaction',
        'connection',
      ),
    ],
    'COMMIT, ABORT, or the connection',
    'TOO_MANY_REQUESTS',
  ),
]
