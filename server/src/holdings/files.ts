import { MAX_IMAGE_BYTES, UPLOAD_RATE } from '@carillon/contract/announcements/schemas'
import { MAX_LIBRARY_BYTES, MAX_LIBRARY_ITEMS } from '@carillon/contract/library/schemas'
import { LEAST_FREE_BYTES as LEAST_FREE_BYTES_OF_DUMPS } from '../db/dump-embedded.ts'
import { KEPT_MS } from '../db/dump-requests.ts'
import { KEPT } from '../db/dumps.ts'
import { UNUSED_LIMIT_MS } from '../features/announcements/images/image-store.ts'
import { LEFTOVER_MS } from '../features/library/files.ts'
import {
  LEAST_FREE_BYTES as LEAST_FREE_BYTES_OF_SEGMENTS,
  MAX_QUEUED_BYTES as MAX_QUEUED_BYTES_OF_SEGMENTS,
  MAX_SHOW_BYTES,
} from '../features/stream/outputs/hls/show-segments.ts'
import {
  LEAST_FREE_BYTES as LEAST_FREE_BYTES_OF_RECORDING,
  MAX_PARTS,
} from '../features/stream/outputs/recording.ts'
import { DRAIN_MS, UPLOAD_LIMITS } from '../http/uploads.ts'
import { LEAST_FREE_BYTES as LEAST_FREE_BYTES_OF_ROOM } from '../kernel/free-space.ts'
import { KEPT_MAILS } from '../mail/outbox.ts'
import { counted, type Holding } from './holding.ts'

/** Files that acts of callers make. */
export const FILES: readonly Holding[] = [
  {
    kind: 'file',
    places: ['server/src/features/stream/outputs/hls/show-segments.ts'],
    holds: 'the segments of a show, for HLS from its beginning',
    limits: [
      counted(
        'server/src/features/stream/outputs/hls/show-segments.ts',
        { MAX_SHOW_BYTES },
        'bytes',
        'broadcast',
      ),
      counted(
        'server/src/features/stream/outputs/hls/show-segments.ts',
        { MAX_QUEUED_BYTES: MAX_QUEUED_BYTES_OF_SEGMENTS },
        'bytes that wait for the disk',
        'broadcast',
      ),
      counted(
        'server/src/features/stream/outputs/hls/show-segments.ts',
        { LEAST_FREE_BYTES: LEAST_FREE_BYTES_OF_SEGMENTS },
        'bytes of the disk that are left free',
        'all',
      ),
    ],
    ends: 'two minutes after the show, or the process',
    refusal: 'less is done',
  },
  {
    kind: 'file',
    places: [
      'server/src/features/stream/outputs/recording.ts',
      'server/src/features/stream/outputs/take-log.ts',
    ],
    holds: 'the sound of a live broadcast, and the map of its packets',
    limits: [
      counted(
        'server/src/features/stream/outputs/recording.ts',
        { LEAST_FREE_BYTES: LEAST_FREE_BYTES_OF_RECORDING },
        'bytes of the disk that are left free',
        'all',
      ),
      counted('server/src/features/stream/outputs/recording.ts', { MAX_PARTS }, 'parts', 'broadcast'),
    ],
    ends: 'RECORDING_DAYS',
    refusal: 'less is done',
  },
  {
    kind: 'file',
    places: [
      'server/src/kernel/copied-file.ts',
      'server/src/features/recordings/map-files.ts',
      'server/src/kernel/unfinished-files.ts',
      'server/src/features/recordings/files.ts',
      'server/src/features/recordings/join/join-parts.ts',
      'server/src/features/recordings/join/map-writer.ts',
      'server/src/features/recordings/join/parts.ts',
      'server/src/features/recordings/takes/give-missing.ts',
      'server/src/features/recordings/takes/take-book.ts',
      'server/src/features/recordings/takes/take-files.ts',
    ],
    holds: 'a recording that is made ready, or brought from another instance',
    limits: [
      counted(
        'server/src/kernel/free-space.ts',
        { LEAST_FREE_BYTES: LEAST_FREE_BYTES_OF_ROOM },
        'bytes of the disk that are left free',
        'all',
      ),
    ],
    ends: 'RECORDING_DAYS, or deleting it',
    refusal: 'less is done',
  },
  {
    kind: 'file',
    places: ['server/src/http/uploads.ts'],
    holds: 'an upload while it arrives and is looked at',
    limits: [
      counted('server/src/http/uploads.ts', { 'UPLOAD_LIMITS.total': UPLOAD_LIMITS.total }, 'files', 'all'),
      counted(
        'server/src/http/uploads.ts',
        { 'UPLOAD_LIMITS.stalledMs': UPLOAD_LIMITS.stalledMs },
        'ms in which nothing comes',
        'request',
      ),
      counted(
        'server/src/http/uploads.ts',
        { 'UPLOAD_LIMITS.wholeMs': UPLOAD_LIMITS.wholeMs },
        'ms for all of it',
        'request',
      ),
      counted('server/src/http/uploads.ts', { DRAIN_MS }, 'ms after a refusal', 'request'),
    ],
    ends: 'the answer, its client, or its time',
    refusal: 'UPLOAD_STALLED',
  },
  {
    kind: 'file',
    places: [
      'server/src/features/library/convert/convert-file.ts',
      'server/src/features/library/verify/verify-file.ts',
    ],
    holds: 'files of the library',
    limits: [
      counted('contract/src/library/schemas.ts', { MAX_LIBRARY_BYTES }, 'bytes', 'request'),
      counted('contract/src/library/schemas.ts', { MAX_LIBRARY_ITEMS }, 'files', 'all'),
      counted('server/src/features/library/files.ts', { LEFTOVER_MS }, 'ms after a crash', 'all'),
    ],
    ends: 'deleting it',
    refusal: 'LIBRARY_FULL',
  },
  {
    kind: 'file',
    places: [
      'server/src/features/announcements/images/image-store.ts',
      'server/src/features/announcements/images/open-images.ts',
    ],
    holds: 'images',
    limits: [
      counted('contract/src/announcements/schemas.ts', { MAX_IMAGE_BYTES }, 'bytes', 'request'),
      counted('contract/src/announcements/schemas.ts', { UPLOAD_RATE }, 'images', 'person'),
      counted(
        'server/src/features/announcements/images/image-store.ts',
        { UNUSED_LIMIT_MS },
        'ms that nobody uses it',
        'all',
      ),
    ],
    ends: 'no announcement shows it for a day',
    refusal: 'TOO_MANY_REQUESTS',
  },
  {
    kind: 'file',
    places: ['server/src/mail/outbox.ts'],
    holds: 'mails that no server takes',
    limits: [counted('server/src/mail/outbox.ts', { KEPT_MAILS }, 'mails', 'all')],
    ends: 'newer ones',
    refusal: 'oldest goes',
  },
  {
    kind: 'file',
    places: [
      'server/src/db/dump-embedded.ts',
      'server/src/db/dump-worker.ts',
      'server/src/db/dump-requests.ts',
    ],
    holds: 'dumps of the embedded database',
    limits: [
      counted('server/src/db/dumps.ts', { KEPT }, 'dumps', 'all'),
      counted(
        'server/src/db/dump-embedded.ts',
        { LEAST_FREE_BYTES: LEAST_FREE_BYTES_OF_DUMPS },
        'bytes of the disk that are left free',
        'all',
      ),
      counted(
        'server/src/db/dump-requests.ts',
        { KEPT_MS },
        'ms that a dump that was asked for stays',
        'all',
      ),
    ],
    ends: 'newer ones',
    refusal: 'oldest goes',
  },
]
