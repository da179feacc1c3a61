import { MAX_WORDS } from '@carillon/contract/chat/schemas'
import { MAX_LISTED_REPLAYS } from '@carillon/contract/playout/replays'
import { MAX_REMEMBERED as MAX_REMEMBERED_OF_REDIS_LEASES } from '../cluster/redis-leases.ts'
import { MAX_NAMED } from '../cluster/signed-envelopes.ts'
import { MAX_FLOOD_COOLDOWNS } from '../features/chat/flood-cooldown.ts'
import { MAX_KNOWN } from '../features/chat/profanity/look-alikes.ts'
import { MAX_SOUNDS } from '../features/library/sounds.ts'
import { MAX_WAITING as MAX_WAITING_OF_PUSH_QUEUE } from '../features/notifications/push/push-queue.ts'
import { MAX_KEPT } from '../features/playout/rules/history.ts'
import { MAX_SKIPPED, SKIPPED_MS } from '../features/playout/skipped.ts'
import { MAX_SOCKETS as MAX_SOCKETS_OF_BOARD } from '../features/polls/poll-event-sockets.ts'
import { MAX_HELD } from '../features/polls/poll-socket.ts'
import { MAX_REMEMBERED as MAX_REMEMBERED_OF_FAILURES } from '../features/recordings/failures.ts'
import { MAX_UPLOADING } from '../features/recordings/takes/uploading.ts'
import { MAX_TRANSFERS } from '../features/recordings/transfers.ts'
import { MAX_SOCKETS as MAX_SOCKETS_OF_STATUS_BROADCASTER } from '../features/stream/status/status-broadcaster.ts'
import { CONNECTION_LIMITS } from '../http/connections.ts'
import { UPLOAD_LIMITS } from '../http/uploads.ts'
import { MAX_REMEMBERED as MAX_REMEMBERED_OF_TOKEN_BUCKETS } from '../kernel/keyed-token-bucket.ts'
import { MAX_KEYS } from '../kernel/sliding-window-limiter.ts'
import { MAX_AT_WORK, MAX_WAITING as MAX_WAITING_OF_MAILER } from '../mail/mailer.ts'
import { counted, type Fixed, type Holding, memory } from './holding.ts'
import { REALTIME_MEMORY } from './realtime-memory.ts'
import { STREAM_MEMORY } from './stream-memory.ts'

/** Keyed collections and queues that grow by what people do. */
export const MEMORY: readonly Holding[] = [
  memory(
    'server/src/kernel/keyed-token-bucket.ts buckets',
    'a token bucket of each person',
    [
      counted(
        'server/src/kernel/keyed-token-bucket.ts',
        { MAX_REMEMBERED: MAX_REMEMBERED_OF_TOKEN_BUCKETS },
        'people',
        'all',
      ),
    ],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/kernel/sliding-window-limiter.ts times',
    'moments of attempts by account, device and network',
    [counted('server/src/kernel/sliding-window-limiter.ts', { MAX_KEYS }, 'keys', 'all')],
    'its window, or newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/chat/flood-cooldown.ts tenthLasts',
    'who was refused for flooding',
    [counted('server/src/features/chat/flood-cooldown.ts', { MAX_FLOOD_COOLDOWNS }, 'people', 'all')],
    'their time, or newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/chat/profanity/look-alikes.ts known',
    'what a character looks like',
    [counted('server/src/features/chat/profanity/look-alikes.ts', { MAX_KNOWN }, 'characters', 'all')],
    'it stays',
    'less is done',
  ),
  memory(
    'server/src/features/chat/profanity/word-trie.ts #needs',
    'the tree of masked words',
    [counted('contract/src/chat/schemas.ts', { MAX_WORDS }, 'words', 'all')],
    'another tree',
    'WRONG_STATE',
  ),
  memory(
    'server/src/features/notifications/push/push-queue.ts #waiting',
    'notifications that wait to be pushed',
    [
      counted(
        'server/src/features/notifications/push/push-queue.ts',
        { MAX_WAITING: MAX_WAITING_OF_PUSH_QUEUE },
        'notifications',
        'all',
      ),
    ],
    'all browsers were called',
    'less is done',
  ),
  memory(
    'server/src/features/polls/poll-event-sockets.ts #socketsOf',
    'poll sockets by broadcast',
    [
      counted(
        'server/src/features/polls/poll-event-sockets.ts',
        { MAX_SOCKETS: MAX_SOCKETS_OF_BOARD },
        'sockets',
        'all',
      ),
    ],
    'the socket',
    'TOO_MANY_REQUESTS',
  ),
  {
    kind: 'memory',
    places: ['server/src/http/address-places.ts #countOf'],
    holds: 'poll sockets and listener sockets by address',
    limits: [
      counted(
        'server/src/features/polls/poll-event-sockets.ts',
        { MAX_SOCKETS: MAX_SOCKETS_OF_BOARD },
        'sockets',
        'all',
      ),
      counted(
        'server/src/features/stream/status/status-broadcaster.ts',
        { MAX_SOCKETS: MAX_SOCKETS_OF_STATUS_BROADCASTER },
        'sockets',
        'all',
      ),
    ],
    ends: 'the socket',
    refusal: 'TOO_MANY_REQUESTS',
  },
  memory(
    'server/src/features/polls/poll-socket.ts #held',
    'events that wait for the first state',
    [counted('server/src/features/polls/poll-socket.ts', { MAX_HELD }, 'events', 'connection')],
    'it is sent',
    1011,
  ),
  memory(
    'server/src/features/recordings/failures.ts #atMs',
    'what failed lately',
    [
      counted(
        'server/src/features/recordings/failures.ts',
        { MAX_REMEMBERED: MAX_REMEMBERED_OF_FAILURES },
        'failures',
        'all',
      ),
    ],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/recordings/takes/uploading.ts #atMs',
    'shows whose DJ is still uploading',
    [counted('server/src/features/recordings/takes/uploading.ts', { MAX_UPLOADING }, 'shows', 'all')],
    'the last piece of it, or newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/library/sounds.ts running',
    'files of the library that are being sent',
    [counted('server/src/features/library/sounds.ts', { MAX_SOUNDS }, 'files', 'all')],
    'the end of the file, or its reader',
    'TOO_MANY_REQUESTS',
  ),
  memory(
    'server/src/features/recordings/transfers.ts running',
    'files that are being sent',
    [counted('server/src/features/recordings/transfers.ts', { MAX_TRANSFERS }, 'files', 'all')],
    'the end of the file, or its reader',
    'TOO_MANY_REQUESTS',
  ),
  {
    kind: 'memory',
    places: ['server/src/http/uploads.ts #countOf', 'server/src/http/uploads.ts #running'],
    holds: 'uploads that are at work, and whose they are',
    limits: [
      counted(
        'server/src/http/uploads.ts',
        { 'UPLOAD_LIMITS.perPerson': UPLOAD_LIMITS.perPerson },
        'uploads',
        'person',
      ),
      counted('server/src/http/uploads.ts', { 'UPLOAD_LIMITS.total': UPLOAD_LIMITS.total }, 'uploads', 'all'),
    ],
    ends: 'the answer, its client, or its time',
    refusal: 'TOO_MANY_UPLOADS',
  },
  {
    kind: 'memory',
    places: [
      'server/src/http/connections.ts countOf',
      'server/src/http/protocol-router.ts undecided',
      'server/src/http/edge.ts open',
      'server/src/http/edge.ts streaming',
      'server/src/http/open-sockets.ts #open',
    ],
    holds: 'connections, by what they are at',
    limits: [
      counted(
        'server/src/http/connections.ts',
        { 'CONNECTION_LIMITS.total': CONNECTION_LIMITS.total },
        'connections',
        'all',
      ),
    ],
    ends: 'the connection',
    refusal: 'cut',
  },
  memory(
    'server/src/mail/mailer.ts atWork',
    'mails under way',
    [
      counted('server/src/mail/mailer.ts', { MAX_AT_WORK }, 'mails', 'all'),
      counted('server/src/mail/mailer.ts', { MAX_WAITING: MAX_WAITING_OF_MAILER }, 'mails that wait', 'all'),
    ],
    'it is sent or given up',
    'less is done',
  ),
  {
    kind: 'memory',
    places: ['#items', '#replays', '#artists'].map(
      (name) => `server/src/features/playout/rules/history.ts ${name}`,
    ),
    holds: 'when each item and each artist last began',
    limits: [counted('server/src/features/playout/rules/history.ts', { MAX_KEPT }, 'names', 'all')],
    ends: 'newer ones',
    refusal: 'oldest goes',
  },
  memory(
    'server/src/features/playout/scheduled/scheduled-replays.ts #slots',
    'times of planned replays',
    [counted('contract/src/playout/replays.ts', { MAX_LISTED_REPLAYS }, 'replays', 'all')],
    'their end',
    'less is done',
  ),
  memory(
    'server/src/features/playout/skipped.ts #until',
    'items that could not be played lately',
    [
      counted('server/src/features/playout/skipped.ts', { MAX_SKIPPED }, 'items', 'all'),
      counted('server/src/features/playout/skipped.ts', { SKIPPED_MS }, 'ms', 'all'),
    ],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/cluster/signed-envelopes.ts #received',
    'instances that are received',
    [counted('server/src/cluster/signed-envelopes.ts', { MAX_NAMED }, 'instances', 'all')],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/cluster/redis-leases.ts seen',
    'renewals of leases',
    [
      counted(
        'server/src/cluster/redis-leases.ts',
        { MAX_REMEMBERED: MAX_REMEMBERED_OF_REDIS_LEASES },
        'leases',
        'all',
      ),
    ],
    'newer ones',
    'oldest goes',
  ),
  ...REALTIME_MEMORY,
  ...STREAM_MEMORY,
]

/** Collections that no act of a stranger makes larger. */
export const FIXED_MEMORY: readonly Fixed[] = [
  {
    kind: 'memory',
    places: ['server/src/features/announcements/create-announcements.ts tickers'],
    because: 'two timers',
  },
  {
    kind: 'memory',
    places: ['server/src/features/stream/outputs/hls/push/hls-push.ts #playlists'],
    because: 'two playlists',
  },
  {
    kind: 'memory',
    places: ['server/src/http/write-pace.ts bucketsOf'],
    because: 'an entry for each rate in the tables of calls',
  },
  {
    kind: 'memory',
    places: [
      'server/src/features/recordings/fetch-from-peer.ts running',
      'server/src/features/stream/supervision/source-timeout.ts #triedMs',
      'server/src/features/stream/outputs/icecast/outside.ts #said',
      'server/src/features/stream/cluster/leaderships.ts #ofBroadcast',
      'server/src/features/stream/cluster/output-lease.ts #mounts',
      'server/src/features/stream/supervision/peak-listeners.ts #saved',
      'server/src/features/stream/supervision/peak-listeners.ts #saving',
      'server/src/features/stream/supervision/samples.ts #turnOf',
      'server/src/features/stream/on-air/on-air-registry.ts #broadcasts',
      'server/src/features/stream/service.ts #recorded',
      'server/src/features/stream/service.ts #programsAside',
      'server/src/features/stream/on-air/revocations.ts #recent',
      'server/src/features/stream/supervision/source-watch.ts #lastTypeOf',
      'server/src/features/stream/supervision/source-watch.ts #gapsOf',
      'server/src/features/polls/results-pace.ts #hasChanged',
      'server/src/features/stream/outputs/open-outputs.ts #outputs',
    ],
    because: 'an entry for each broadcast on air or in test, of which there are few',
  },
  {
    kind: 'memory',
    places: [
      'server/src/features/stream/cluster/leadership.ts #lines',
      'server/src/cluster/signed-envelopes.ts #lastNumberOf',
      'server/src/cluster/messages.ts #handlers',
    ],
    because: 'an entry for each instance of the station, or each kind of message between them',
  },
  {
    kind: 'memory',
    places: ['server/src/http/held-assets.ts held'],
    because: 'an entry for each file of the built page',
  },
  {
    kind: 'memory',
    places: ['server/src/operations/reply-counts.ts #counts'],
    because: 'an entry for each call and status of the station',
  },
  {
    kind: 'memory',
    places: [
      'server/src/features/recordings/files.ts paths',
      'server/src/features/recordings/join/map-writer.ts #runs',
      'server/src/features/recordings/join/said-packets.ts #fileOf',
      'server/src/features/recordings/takes/held-takes.ts held',
      'server/src/features/recordings/takes/missing-runs.ts uploaded',
      'media/src/takes/number-ranges.ts #ranges',
      'media/src/takes/outages.ts #found',
      'server/src/http/request-head.ts headers',
      'server/src/realtime/stomp/headers.ts headers',
      'server/src/features/recordings/join/waveform.ts #levels',
      'media/src/loudness/integrated-loudness.ts #steps',
      'server/src/features/library/verify/verify-file.ts #waiting',
      'media/src/ogg/packet-joiner.ts #parts',
      'media/src/ogg/reader.ts #unfinished',
      'media/src/ogg/renumber.ts #pages',
      'media/src/ogg/renumber.ts knownChanges',
      'media/src/webm/demuxer.ts #events',
    ],
    because: 'of one call, one frame or one source alone, whose size is limited where it comes in',
  },
]
