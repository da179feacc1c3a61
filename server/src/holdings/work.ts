import { SECOND_MS } from '@carillon/contract/durations'
import { ANSWER_LIMIT_MS as REDIS_ANSWER_LIMIT_MS } from '../cluster/redis-bus.ts'
import { ASK_EVERY_MS as REDIS_ASK_EVERY_MS } from '../cluster/redis-pulse.ts'
import { LOOK_EVERY_MS as AIR_LOOK_EVERY_MS } from '../cluster/sync-on-air.ts'
import { ASK_EVERY_MS } from '../db/claim.ts'
import { LOOK_EVERY_MS as DUMP_LOOK_EVERY_MS } from '../db/dump-requests.ts'
import { EVERY_MS } from '../db/dumps.ts'
import { LOOK_EVERY_MS as VACUUM_LOOK_EVERY_MS } from '../db/vacuum.ts'
import { TICK_MS as ANNOUNCEMENTS_TICK_MS } from '../features/announcements/create-announcements.ts'
import { CHECK_BESIDE_OTHERS_EVERY_MS } from '../features/auth/expire-sessions.ts'
import { HASHING } from '../features/auth/password.ts'
import { CODE_SEMAPHORE } from '../features/auth/verify-email.ts'
import { TEST_TICK_MS } from '../features/broadcasts/create-broadcasts.ts'
import { CONVERT_LIMIT_MS, CONVERT_SEMAPHORE } from '../features/library/convert/start-convert.ts'
import { TICK_MS as LIBRARY_TICK_MS } from '../features/library/copies/create-copying.ts'
import { VERIFY_LIMIT_MS, VERIFY_SEMAPHORE } from '../features/library/verify/start-verify.ts'
import { TICK_MS as NOTIFICATIONS_TICK_MS } from '../features/notifications/create-notifications.ts'
import { CHECK_ALIVE_EVERY_MS } from '../features/polls/poll-event-sockets.ts'
import { TICK_MS as RECORDINGS_TICK_MS } from '../features/recordings/create-recordings.ts'
import { MAX_DECODED_SECONDS } from '../features/recordings/join/waveform.ts'
import { TICK_MS as LEADERSHIPS_TICK_MS } from '../features/stream/cluster/leaderships.ts'
import { MAX_MIX_MS } from '../features/stream/fade/item-fade.ts'
import { FAN_OUT_TICK_MS } from '../features/stream/listeners/fan-out-clock.ts'
import { ENCODING_LIMIT_MS } from '../features/stream/outputs/hls/mp3-encoding.ts'
import { MAX_ENCODINGS } from '../features/stream/outputs/hls/mp3-segments.ts'
import { MAX_READS } from '../features/stream/outputs/hls/routes.ts'
import { KEPT_SEGMENTS } from '../features/stream/outputs/hls/timeline.ts'
import {
  LINGER_MS,
  MAX_RESTART_MS as MAX_RESTART_MS_OF_MP3_MOUNT,
} from '../features/stream/outputs/mp3/mp3-mount.ts'
import { PLAYOUT_TICK_MS } from '../features/stream/playout/item-playout.ts'
import { MAX_REWINDS } from '../features/stream/rewind/limits.ts'
import {
  MAX_RESTART_MS as MAX_RESTART_MS_OF_DECODER_PROCESS,
  MAX_WAITING,
} from '../features/stream/silence/decoder-process.ts'
import { CONNECTION_LIMITS } from '../http/connections.ts'
import { FORGET_EVERY_MS } from '../jobs.ts'
import { counted, type Fixed, type Holding } from './holding.ts'

const CONVERSIONS = counted(
  'server/src/features/library/convert/start-convert.ts',
  { CONVERT_SEMAPHORE },
  'at work, and in the line',
  'all',
)

const LINES: readonly Holding[] = [
  {
    kind: 'line',
    places: ['server/src/features/auth/password.ts createPasswordLine'],
    holds: 'hashes that wait for one of few threads',
    limits: [
      counted('server/src/features/auth/password.ts', { HASHING }, 'hashes at work, and in the line', 'all'),
    ],
    ends: 'the hash is made',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'line',
    places: ['server/src/features/stream/rewind/page-reads.ts createSemaphore'],
    holds: 'listeners who wait for a recording to be read',
    limits: [counted('server/src/features/stream/rewind/limits.ts', { MAX_REWINDS }, 'reads', 'all')],
    ends: 'it is read',
    refusal: 'BUSY',
  },
  {
    kind: 'line',
    places: ['server/src/features/stream/outputs/hls/routes.ts createSemaphore'],
    holds: 'segments of HLS that are being read; nobody waits',
    limits: [counted('server/src/features/stream/outputs/hls/routes.ts', { MAX_READS }, 'reads', 'all')],
    ends: 'it is read',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'line',
    places: ['server/src/features/stream/outputs/hls/mp3-segments.ts createSemaphore'],
    holds: 'segments of HLS that wait to be encoded as MP3, each once',
    limits: [
      counted('server/src/features/stream/outputs/hls/mp3-segments.ts', { MAX_ENCODINGS }, 'at work', 'all'),
      counted('server/src/features/stream/outputs/hls/timeline.ts', { KEPT_SEGMENTS }, 'in the line', 'all'),
    ],
    ends: 'it is encoded',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'line',
    places: ['server/src/features/library/verify/start-verify.ts createSemaphore'],
    holds: 'uploads that wait to be checked',
    limits: [
      counted(
        'server/src/features/library/verify/start-verify.ts',
        { VERIFY_SEMAPHORE },
        'at work, and in the line',
        'all',
      ),
    ],
    ends: 'the file is checked',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'line',
    places: ['server/src/features/library/convert/start-convert.ts createSemaphore'],
    holds: 'uploads that wait to be converted',
    limits: [CONVERSIONS],
    ends: 'the file is converted, or its uploader leaves',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'line',
    places: ['server/src/features/auth/verify-email.ts createSemaphore'],
    holds: 'codes that wait to be looked at',
    limits: [
      counted(
        'server/src/features/auth/verify-email.ts',
        { CODE_SEMAPHORE },
        'codes at work, and in the line',
        'all',
      ),
    ],
    ends: 'the code is looked at',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'line',
    places: [
      'server/src/features/chat/service.ts createBatchQueue',
      'server/src/features/song-requests/service.ts createSerialQueue',
      'server/src/features/playout/create-playout.ts createSerialQueue',
      'server/src/features/polls/service.ts createSerialQueue',
      'server/src/features/announcements/service.ts createSerialQueue',
      'server/src/features/broadcasts/create-broadcasts.ts createSerialQueue',
    ],
    holds: 'calls that write to the same row, one after the other',
    limits: [
      counted(
        'server/src/http/connections.ts',
        { 'CONNECTION_LIMITS.total': CONNECTION_LIMITS.total },
        'calls that wait',
        'all',
      ),
    ],
    ends: 'the calls before it',
    refusal: 'DATABASE_AWAY',
  },
]

const PROCESSES: readonly Holding[] = [
  {
    kind: 'process',
    places: ['server/src/features/library/verify/start-verify.ts'],
    holds: 'processes that decode uploads',
    limits: [
      counted(
        'server/src/features/library/verify/start-verify.ts',
        { VERIFY_SEMAPHORE },
        'at work, and in the line',
        'all',
      ),
      counted('server/src/features/library/verify/start-verify.ts', { VERIFY_LIMIT_MS }, 'ms', 'request'),
    ],
    ends: 'the file is checked',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'process',
    places: ['server/src/features/library/convert/run-ffmpeg.ts'],
    holds: 'a process that measures or converts an upload',
    limits: [
      CONVERSIONS,
      counted('server/src/features/library/convert/start-convert.ts', { CONVERT_LIMIT_MS }, 'ms', 'request'),
    ],
    ends: 'the file is converted, or its uploader leaves',
    refusal: 'BUSY',
  },
  {
    kind: 'process',
    places: ['server/src/kernel/side-process.ts'],
    holds:
      'a process that hears the live broadcast, one that lets an item fade below it, and packets on the way to them',
    limits: [
      counted(
        'server/src/features/stream/fade/item-fade.ts',
        { MAX_MIX_MS },
        'ms without an answer',
        'broadcast',
      ),
      counted(
        'server/src/features/stream/silence/decoder-process.ts',
        { MAX_WAITING },
        'seconds of sound',
        'broadcast',
      ),
      counted(
        'server/src/features/stream/silence/decoder-process.ts',
        { MAX_RESTART_MS: MAX_RESTART_MS_OF_DECODER_PROCESS },
        'ms until it is started again',
        'broadcast',
      ),
    ],
    ends: 'the broadcast',
    refusal: 'less is done',
  },
  {
    kind: 'process',
    places: ['server/src/features/stream/outputs/hls/mp3-encoding.ts'],
    holds: 'a process that makes a segment of MP3 for those who asked for it',
    limits: [
      counted(
        'server/src/features/stream/outputs/hls/mp3-segments.ts',
        { MAX_ENCODINGS },
        'processes',
        'all',
      ),
      counted('server/src/features/stream/outputs/hls/mp3-encoding.ts', { ENCODING_LIMIT_MS }, 'ms', 'all'),
    ],
    ends: 'the segment is encoded',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'process',
    places: ['server/src/features/stream/outputs/mp3/encoder-process.ts'],
    holds: 'a process that makes MP3 while somebody listens to it',
    limits: [
      counted(
        'server/src/features/stream/outputs/mp3/mp3-mount.ts',
        { LINGER_MS },
        'ms without a listener',
        'broadcast',
      ),
      counted(
        'server/src/features/stream/outputs/mp3/mp3-mount.ts',
        { MAX_RESTART_MS: MAX_RESTART_MS_OF_MP3_MOUNT },
        'ms until it is started again',
        'broadcast',
      ),
    ],
    ends: 'its last listener, or the broadcast',
    refusal: 'less is done',
  },
  {
    kind: 'process',
    places: ['server/src/features/recordings/join/start-join.ts'],
    holds: 'a process that makes one recording ready',
    limits: [
      counted(
        'server/src/features/recordings/join/waveform.ts',
        { MAX_DECODED_SECONDS },
        's of sound that it decodes',
        'broadcast',
      ),
    ],
    ends: 'the recording is ready',
    refusal: 'less is done',
  },
]

/** Work of the station's own, by the clock. What a stranger can make one find to do is counted where it comes in. */
const TIMERS: readonly Holding[] = [
  timer('server/src/jobs.ts', 'looks for what ran out', { FORGET_EVERY_MS }),
  timer('server/src/cluster/sync-on-air.ts', 'looks for what other instances have on air', {
    LOOK_EVERY_MS: AIR_LOOK_EVERY_MS,
  }),
  timer('server/src/features/auth/expire-sessions.ts', 'looks for sessions that ended', {
    CHECK_BESIDE_OTHERS_EVERY_MS,
  }),
  timer('server/src/db/claim.ts', 'asks whether the database is still claimed', { ASK_EVERY_MS }),
  timer('server/src/db/vacuum.ts', 'vacuums the embedded database, one table at a time', {
    LOOK_EVERY_MS: VACUUM_LOOK_EVERY_MS,
  }),
  timer('server/src/db/dumps.ts', 'dumps the embedded database', { EVERY_MS }),
  timer('server/src/db/dump-requests.ts', 'looks for dumps that are asked for', {
    LOOK_EVERY_MS: DUMP_LOOK_EVERY_MS,
  }),
  timer('server/src/features/announcements/create-announcements.ts', 'publishes what is due', {
    TICK_MS: ANNOUNCEMENTS_TICK_MS,
  }),
  timer('server/src/features/broadcasts/create-broadcasts.ts', 'ends tests', { TEST_TICK_MS }),
  timer(
    'server/src/features/library/copies/create-copying.ts',
    'copies what other instances have of the library',
    {
      TICK_MS: LIBRARY_TICK_MS,
    },
  ),
  timer('server/src/features/notifications/create-notifications.ts', 'reminds of broadcasts', {
    TICK_MS: NOTIFICATIONS_TICK_MS,
  }),
  timer('server/src/features/polls/poll-event-sockets.ts', 'pings poll sockets', { CHECK_ALIVE_EVERY_MS }),
  timer('server/src/features/recordings/create-recordings.ts', 'makes recordings ready, one at a time', {
    TICK_MS: RECORDINGS_TICK_MS,
  }),
  timer('server/src/features/stream/cluster/leaderships.ts', 'asks who leads', {
    TICK_MS: LEADERSHIPS_TICK_MS,
  }),
  timer('server/src/features/stream/listeners/fan-out-clock.ts', 'writes to the listeners of a broadcast', {
    FAN_OUT_TICK_MS,
  }),
  timer(
    'server/src/features/stream/main-mount/main-mount.ts',
    'sends what plays between shows',
    { PLAYOUT_TICK_MS },
    'server/src/features/stream/playout/item-playout.ts',
  ),
  timer(
    'server/src/features/stream/supervision/supervision.ts',
    'looks after mounts, sources and listeners',
    { SECOND_MS },
    'contract/src/durations.ts',
  ),
  timer(
    'server/src/kernel/response-timeout.ts',
    'limits the answers of Redis and of PostgreSQL',
    { ANSWER_LIMIT_MS: REDIS_ANSWER_LIMIT_MS },
    'server/src/cluster/redis-bus.ts',
  ),
  timer(
    'server/src/realtime/create-realtime.ts',
    'looks after connections',
    { SECOND_MS },
    'contract/src/durations.ts',
  ),
  timer('server/src/cluster/redis-pulse.ts', 'asks whether Redis answers', {
    ASK_EVERY_MS: REDIS_ASK_EVERY_MS,
  }),
]

function timer(place: string, holds: string, constant: Record<string, number>, file = place): Holding {
  return {
    kind: 'timer',
    places: [place],
    holds,
    limits: [counted(file, constant, 'ms between two looks', 'all')],
    ends: 'the station',
    refusal: 'less is done',
  }
}

/** Lines, processes and timers. */
export const WORK: readonly Holding[] = [...LINES, ...PROCESSES, ...TIMERS]

/** Lines and files that no act of a stranger makes longer. */
export const FIXED_WORK: readonly Fixed[] = [
  {
    kind: 'process',
    places: ['server/src/db/embedded.ts'],
    because: 'the one thread of the embedded database',
  },
  {
    kind: 'process',
    places: ['server/src/db/dump-embedded.ts', 'server/src/http/docs/build-reader.ts'],
    because: 'a thread for one dump at a time, and one that makes the documentation once',
  },
  {
    kind: 'file',
    places: [
      'server/src/db/lock.ts',
      'server/src/db/swap.ts',
      'server/src/db/tar.ts',
      'server/src/db/write-ahead-log.ts',
      'server/src/features/stream/status/checks.ts',
      'server/src/kernel/sync-folder.ts',
    ],
    because: 'opened for a moment, or by the start and by restore alone',
  },
  {
    kind: 'file',
    places: ['server/src/features/stream/rewind/page-reads.ts'],
    because: 'one for each part of the recordings that can be heard again, however many hear them',
  },
  {
    kind: 'file',
    places: ['server/src/features/stream/playout/opus-file.ts'],
    because: 'read by the playout: the file that plays, and the next one',
  },
  {
    kind: 'process',
    places: ['server/src/backup/postgres-tools.ts'],
    because: 'tools of PostgreSQL, two at once at most, when the operator makes a backup or restores one',
  },
  {
    kind: 'file',
    places: [
      'server/src/backup/copy-files.ts',
      'server/src/backup/dump-database.ts',
      'server/src/backup/make-backup.ts',
      'server/src/backup/manifest.ts',
      'server/src/backup/restore-backup.ts',
    ],
    because: 'a backup, which the operator makes or restores',
  },
]
