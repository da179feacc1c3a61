import { MAX_PREPARED } from '../db/named-statements.ts'
import { MAX_STATEMENTS } from '../db/statement-tables.ts'
import { SHARED_BYTES } from '../features/announcements/images/image-store.ts'
import { MAX_KEPT_SESSIONS } from '../features/auth/kept-sessions.ts'
import { HASHING } from '../features/auth/password.ts'
import { MAX_REMEMBERED } from '../features/auth/recent-work.ts'
import { LANES, MAX_HOSTS } from '../features/notifications/push/push-lanes.ts'
import { MAX_NAMES } from '../features/notifications/push/push-resolver.ts'
import { MAX_HALF_HEADS } from '../features/stream/sources/encoder/half-heads.ts'
import { MAX_LISTED } from '../features/stream/sources/encoder/store.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { CONNECTION_LIMITS } from '../http/connections.ts'
import { MAX_KEPT, MAX_KEPT_BYTES } from '../http/kept-replies.ts'
import { REPLY_LIMITS } from '../http/unread-replies.ts'
import { MAX_WRITES_AT_ONCE } from '../http/writes-at-once.ts'
import { LIMITS } from '../kernel/serial-queue.ts'
import { MAX_KNOWN } from '../operations/damaged-rows.ts'
import { PLACES } from '../realtime/create-realtime.ts'
import { counted, type Fixed, type Holding, memory } from './holding.ts'

const LANES_FILE = 'server/src/features/notifications/push/push-lanes.ts'

/** State kept for networks, people and hosts, so that each gets its share and no more. */
export const SHARES: readonly Holding[] = [
  memory(
    'server/src/features/auth/shared-lookups.ts lookups',
    'sessions that are looked up, once for all who ask with the same token',
    [
      counted(
        'server/src/http/connections.ts',
        { 'CONNECTION_LIMITS.total': CONNECTION_LIMITS.total },
        'connections, each with a token or none',
        'all',
      ),
    ],
    'the answer of the database',
    'DATABASE_AWAY',
  ),
  memory(
    'server/src/http/kept-replies.ts #entries',
    'replies that are the same for every visitor, plain and compressed',
    [
      counted('server/src/http/kept-replies.ts', { MAX_KEPT }, 'replies', 'all'),
      counted('server/src/http/kept-replies.ts', { MAX_KEPT_BYTES }, 'bytes of reply', 'request'),
    ],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/auth/kept-sessions.ts #entries',
    'sessions as they were looked up',
    [counted('server/src/features/auth/kept-sessions.ts', { MAX_KEPT_SESSIONS }, 'sessions', 'all')],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/db/statement-tables.ts statements',
    'statements and the tables they name',
    [counted('server/src/db/statement-tables.ts', { MAX_STATEMENTS }, 'statements', 'all')],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/db/named-statements.ts names',
    'statements that the embedded database has parsed',
    [counted('server/src/db/named-statements.ts', { MAX_PREPARED }, 'statements', 'all')],
    'the process',
    'less is done',
  ),
  memory(
    'server/src/http/writes-at-once.ts #countOf',
    'writes that are at work, by person',
    [counted('server/src/http/writes-at-once.ts', { MAX_WRITES_AT_ONCE }, 'writes', 'person')],
    'their replies',
    'TOO_MANY_REQUESTS',
  ),
  memory(
    'server/src/operations/damaged-rows.ts #known',
    'rows that cannot be shown, by table and number',
    [counted('server/src/operations/damaged-rows.ts', { MAX_KNOWN }, 'rows', 'all')],
    'the process',
    'less is done',
  ),
  memory(
    'server/src/features/announcements/images/shared-images.ts #entries',
    'images that are sent, one buffer for all of their readers',
    [
      counted(
        'server/src/features/announcements/images/image-store.ts',
        { SHARED_BYTES },
        'bytes of images',
        'all',
      ),
    ],
    'its readers, or others that are asked for more lately',
    'oldest goes',
  ),
  {
    kind: 'memory',
    places: ['#turnOf', '#workOf'].map((name) => `server/src/features/auth/recent-work.ts ${name}`),
    holds: 'how much was hashed for a network and a person lately',
    limits: [
      counted('server/src/features/auth/recent-work.ts', { MAX_REMEMBERED }, 'networks and people', 'all'),
      counted(
        'server/src/features/auth/password.ts',
        { 'HASHING.maxOfPerson': HASHING.maxOfPerson },
        'hashes that wait',
        'person',
      ),
    ],
    ends: 'a minute, or newer ones',
    refusal: 'TOO_MANY_REQUESTS',
  },
  memory(
    `${LANES_FILE} hosts`,
    'how push services answered lately',
    [counted(LANES_FILE, { MAX_HOSTS }, 'hosts', 'all')],
    'newer ones',
    'oldest goes',
  ),
  {
    kind: 'memory',
    places: ['#lines', '#atWork', '#watchers'].map(
      (name) => `server/src/features/notifications/push/push-lane.ts ${name}`,
    ),
    holds: 'pushes that wait for their service, or are with it',
    limits: [
      counted(
        LANES_FILE,
        { 'LANES.answering': LANES.answering },
        'pushes, by what is known of the host',
        'all',
      ),
      counted(
        LANES_FILE,
        { 'LANES.doubtful': LANES.doubtful },
        'pushes, by what is known of the host',
        'all',
      ),
    ],
    ends: 'its answer, or the time limit',
    refusal: 'less is done',
  },
  memory(
    'server/src/features/notifications/push/push-resolver.ts known',
    'addresses of push services, and names that have none',
    [counted('server/src/features/notifications/push/push-resolver.ts', { MAX_NAMES }, 'names', 'all')],
    'a minute, or newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/sources/encoder/half-heads.ts #ofNetwork',
    'connections of programs whose head is not there yet, by network',
    [counted('server/src/features/stream/sources/encoder/half-heads.ts', { MAX_HALF_HEADS }, 'heads', 'all')],
    'the head, 10 s, or more of others',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/sources/encoder/known-passwords.ts #hashes',
    'the hashes of all passwords of programs',
    [counted('server/src/features/stream/sources/encoder/store.ts', { MAX_LISTED }, 'hashes', 'all')],
    'the next look at the database',
    'oldest goes',
  ),
  memory(
    'server/src/http/byte-budget.ts #holders',
    'bytes of bodies that are read and of replies that are not read, by person or network',
    [
      counted('server/src/http/bodies.ts', { BODY_LIMITS }, 'bytes of bodies', 'all'),
      counted('server/src/http/unread-replies.ts', { REPLY_LIMITS }, 'bytes of replies', 'all'),
    ],
    'the body is read, the reply is sent, or the connection ends',
    'TOO_MANY_REQUESTS',
  ),
  {
    kind: 'memory',
    places: ['#ofNetwork', '#ofUser'].map((name) => `server/src/realtime/places.ts ${name}`),
    holds: 'what a network and a person hold of the realtime connections',
    limits: [counted('server/src/realtime/create-realtime.ts', { PLACES }, 'connections and bytes', 'all')],
    ends: 'its last connection',
    refusal: 'TOO_MANY_REQUESTS',
  },
  memory(
    'server/src/kernel/serial-queue.ts #lines',
    'work that waits for its turn, by person',
    [counted('server/src/kernel/serial-queue.ts', { LIMITS }, 'turns, by person and in all', 'all')],
    'its turn, or the time limit',
    'BUSY',
  ),
]

/** Beside them, what stays as it is. */
export const FIXED_SHARES: readonly Fixed[] = [
  {
    kind: 'memory',
    places: ['server/src/db/limited-pool.ts prepared', 'server/src/http/callers.ts admitted'],
    because: 'an entry for each connection of the pool, or each request at work, and gone with it',
  },
  {
    kind: 'memory',
    places: [
      'server/src/db/vacuum.ts leftDead',
      'server/src/db/table-changes.ts #changedAt',
      'server/src/db/table-changes.ts tables',
    ],
    because: 'an entry for each table',
  },
  {
    kind: 'memory',
    places: ['server/src/db/table-changes.ts #listeners'],
    because: 'one, the bus',
  },
  {
    kind: 'memory',
    places: ['server/src/http/show-reply.ts leftOut'],
    because: 'of one reply alone',
  },
]
