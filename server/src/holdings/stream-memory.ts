import { MAX_NAMES } from '../features/stream/cluster/messages.ts'
import { MAX_REMEMBERED as MAX_REMEMBERED_OF_AUDIENCE } from '../features/stream/listeners/audience.ts'
import { GROUPS, MEDIUM_GROUPS } from '../features/stream/listeners/fan-out.ts'
import { MAX_LISTENERS } from '../features/stream/listeners/listener-places.ts'
import { MAX_BEHIND_BYTES, MAX_BEHIND_MS } from '../features/stream/mount/page-buffer.ts'
import { MAX_FOLLOWERS } from '../features/stream/outputs/hls/followers.ts'
import { KEPT_AFTER_END_MS, MAX_RUNS } from '../features/stream/outputs/hls/hls.ts'
import { MAX_SHOWS } from '../features/stream/outputs/hls/kept-shows.ts'
import { MAX_OBJECTS } from '../features/stream/outputs/hls/push/pushed-objects.ts'
import { KEPT_SECONDS } from '../features/stream/outputs/hls/recent-packets.ts'
import { SEGMENT_SECONDS } from '../features/stream/outputs/hls/segmenter.ts'
import { MAX_SHOW_BYTES } from '../features/stream/outputs/hls/show-segments.ts'
import { KEPT_SEGMENTS, MAX_KEPT_BYTES } from '../features/stream/outputs/hls/timeline.ts'
import { FRAMES_PER_PAGE } from '../features/stream/outputs/mp3/mp3-mount.ts'
import { MAX_PARTS, MAX_QUEUED_BYTES } from '../features/stream/outputs/recording.ts'
import {
  MAX_RUNS as MAX_RUNS_OF_TAKE,
  MAX_TAKES,
  MAX_WAITING_LINES,
} from '../features/stream/outputs/take-log.ts'
import { MAX_REWINDS } from '../features/stream/rewind/limits.ts'
import { AT_THE_DISK, KEPT_READS, READ_BYTES } from '../features/stream/rewind/page-reads.ts'
import { MAX_ITEM_TAPES, MAX_TAPES } from '../features/stream/rewind/rewinds.ts'
import { MAX_EARLIER_PARTS } from '../features/stream/rewind/tape.ts'
import { MAX_GATHERED } from '../features/stream/silence/decoder-process.ts'
import { MAX_ENCODER_STATES } from '../features/stream/sources/encoder/encoder-state.ts'
import { MAX_WAITING_MS } from '../features/stream/sources/encoder/playout.ts'
import { MAX_SOCKETS as MAX_SOCKETS_OF_STATUS_BROADCASTER } from '../features/stream/status/status-broadcaster.ts'
import { MAX_WAITING as MAX_WAITING_OF_SAMPLES } from '../features/stream/supervision/samples.ts'
import { counted, type Holding, memory } from './holding.ts'

/** Memory of the stream. */
export const STREAM_MEMORY: readonly Holding[] = [
  {
    kind: 'memory',
    places: [
      ...['#holdsOf', '#streamsOf', '#remembered', '#arrived'].map(
        (name) => `server/src/features/stream/listeners/audience.ts ${name}`,
      ),
      'server/src/features/stream/listeners/moving-audience.ts #members',
    ],
    holds: 'players of a broadcast, by name',
    limits: [
      counted(
        'server/src/features/stream/listeners/audience.ts',
        { MAX_REMEMBERED: MAX_REMEMBERED_OF_AUDIENCE },
        'players',
        'broadcast',
      ),
      counted(
        'server/src/features/stream/listeners/listener-places.ts',
        { MAX_LISTENERS },
        'listeners',
        'all',
      ),
      counted(
        'server/src/features/stream/status/status-broadcaster.ts',
        { MAX_SOCKETS: MAX_SOCKETS_OF_STATUS_BROADCASTER },
        'sockets',
        'all',
      ),
    ],
    ends: 'the broadcast',
    refusal: 'less is done',
  },
  memory(
    'server/src/features/stream/listeners/listener-places.ts #countOf',
    'listeners by address',
    [
      counted(
        'server/src/features/stream/listeners/listener-places.ts',
        { MAX_LISTENERS },
        'listeners',
        'all',
      ),
    ],
    'the listener',
    'STATION_FULL',
  ),
  memory(
    'server/src/features/stream/listeners/fan-out.ts #lowDelay',
    'listeners of a mount',
    [
      counted(
        'server/src/features/stream/listeners/listener-places.ts',
        { MAX_LISTENERS },
        'listeners',
        'all',
      ),
    ],
    'the listener',
    'STATION_FULL',
  ),
  memory(
    'server/src/features/stream/listeners/sliced-writes.ts #left',
    'groups of listeners that are being written to',
    [
      counted('server/src/features/stream/listeners/fan-out.ts', { GROUPS }, 'groups', 'broadcast'),
      counted('server/src/features/stream/listeners/fan-out.ts', { MEDIUM_GROUPS }, 'groups', 'broadcast'),
    ],
    'the round',
    'less is done',
  ),
  memory(
    'server/src/features/stream/sources/encoder/encoder-state.ts #states',
    'what is known of programs, by broadcast',
    [
      counted(
        'server/src/features/stream/sources/encoder/encoder-state.ts',
        { MAX_ENCODER_STATES },
        'broadcasts',
        'all',
      ),
    ],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/silence/decoder-process.ts #gathered',
    'sound until it is a second, for the silence detector',
    [
      counted(
        'server/src/features/stream/silence/decoder-process.ts',
        { MAX_GATHERED },
        'pieces of sound',
        'broadcast',
      ),
    ],
    'it is sent',
    'less is done',
  ),
  memory(
    'server/src/features/stream/sources/encoder/playout.ts #slices',
    'sound of a program that waits',
    [
      counted(
        'server/src/features/stream/sources/encoder/playout.ts',
        { MAX_WAITING_MS },
        'ms of sound',
        'connection',
      ),
    ],
    'it is played',
    'less is done',
  ),
  {
    kind: 'memory',
    places: ['#pages', '#batches'].map((name) => `server/src/features/stream/mount/page-buffer.ts ${name}`),
    holds: 'the last pages of a mount, shared by all who read',
    limits: [
      counted(
        'server/src/features/stream/mount/page-buffer.ts',
        { MAX_BEHIND_MS },
        'ms of sound',
        'broadcast',
      ),
      counted('server/src/features/stream/mount/page-buffer.ts', { MAX_BEHIND_BYTES }, 'bytes', 'broadcast'),
    ],
    ends: 'newer pages',
    refusal: 'cut',
  },
  memory(
    'server/src/features/stream/rewind/rewinds.ts #rewinders',
    'listeners who are behind what is live',
    [counted('server/src/features/stream/rewind/limits.ts', { MAX_REWINDS }, 'listeners', 'broadcast')],
    'the listener',
    'BUSY',
  ),
  memory(
    'server/src/features/stream/rewind/rewinds.ts #tapes',
    'recordings that somebody may be hearing, each with its open files',
    [
      counted('server/src/features/stream/rewind/rewinds.ts', { MAX_TAPES }, 'shows', 'all'),
      counted('server/src/features/stream/rewind/rewinds.ts', { MAX_ITEM_TAPES }, 'items', 'all'),
      counted('server/src/features/stream/rewind/tape.ts', { MAX_EARLIER_PARTS }, 'files', 'broadcast'),
    ],
    'nobody hears them and their time is over, or the mount ends',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/main-mount/station-tape.ts #kept',
    'items between shows that listeners can go back to',
    [counted('server/src/features/stream/rewind/rewinds.ts', { MAX_ITEM_TAPES }, 'items', 'all')],
    'their time is over, or the mount ends',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/rewind/page-reads.ts kept',
    'pages of recordings, shared by all who hear the same',
    [
      counted('server/src/features/stream/rewind/page-reads.ts', { KEPT_READS }, 'reads', 'all'),
      counted('server/src/features/stream/rewind/page-reads.ts', { READ_BYTES }, 'bytes', 'request'),
      counted('server/src/features/stream/rewind/page-reads.ts', { AT_THE_DISK }, 'reads at once', 'all'),
    ],
    'newer reads',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/outputs/recording.ts #earlier',
    'files of a show from before restarts',
    [counted('server/src/features/stream/outputs/recording.ts', { MAX_PARTS }, 'files', 'broadcast')],
    'the broadcast',
    'less is done',
  ),
  memory(
    'server/src/features/stream/mount/packet-origin.ts origins',
    'whose packets they are that wait to be sent',
    [counted('server/src/features/stream/outputs/recording.ts', { MAX_QUEUED_BYTES }, 'bytes', 'broadcast')],
    'their packets are written',
    'less is done',
  ),
  memory(
    'server/src/features/stream/outputs/take-log.ts #takes',
    'takes of a show, and which of their packets are written',
    [
      counted('server/src/features/stream/outputs/take-log.ts', { MAX_TAKES }, 'takes', 'broadcast'),
      counted(
        'server/src/features/stream/outputs/take-log.ts',
        { MAX_RUNS: MAX_RUNS_OF_TAKE },
        'runs of packets of one take',
        'broadcast',
      ),
    ],
    'the end of the show',
    'less is done',
  ),
  memory(
    'server/src/features/stream/outputs/take-log.ts #waiting',
    'lines of a map that wait for the disk',
    [counted('server/src/features/stream/outputs/take-log.ts', { MAX_WAITING_LINES }, 'lines', 'broadcast')],
    'they are written',
    'less is done',
  ),
  memory(
    'server/src/features/stream/outputs/recording.ts #queue',
    'pages that wait for the disk',
    [counted('server/src/features/stream/outputs/recording.ts', { MAX_QUEUED_BYTES }, 'bytes', 'broadcast')],
    'they are written',
    'less is done',
  ),
  memory(
    'server/src/features/stream/supervision/samples.ts #waiting',
    'minutes that wait for the database',
    [
      counted(
        'server/src/features/stream/supervision/samples.ts',
        { MAX_WAITING: MAX_WAITING_OF_SAMPLES },
        'minutes',
        'all',
      ),
    ],
    'they are stored',
    'oldest goes',
  ),
  {
    kind: 'memory',
    places: ['server/src/features/stream/status/status-broadcaster.ts #sockets'],
    holds: 'listener sockets',
    limits: [
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
    'server/src/features/stream/cluster/relay-line.ts #holds',
    'players at another instance',
    [counted('server/src/features/stream/cluster/messages.ts', { MAX_NAMES }, 'players', 'request')],
    'the other instance',
    'NOT_FOUND',
  ),
  {
    kind: 'memory',
    places: ['#sent', '#counted'].map(
      (name) => `server/src/features/stream/cluster/audience-diff.ts ${name}`,
    ),
    holds: 'players here that other instances know of',
    limits: [
      counted(
        'server/src/features/stream/listeners/listener-places.ts',
        { MAX_LISTENERS },
        'listeners',
        'all',
      ),
    ],
    ends: 'the player, or the broadcast',
    refusal: 'STATION_FULL',
  },
  memory(
    'server/src/features/stream/outputs/mp3/mp3-mount.ts #waiting',
    'frames of MP3 for the next page',
    [
      counted(
        'server/src/features/stream/outputs/mp3/mp3-mount.ts',
        { FRAMES_PER_PAGE },
        'frames',
        'broadcast',
      ),
    ],
    'the next page',
    'less is done',
  ),
  memory(
    'server/src/features/stream/outputs/hls/followers.ts #places',
    'instances that take segments, and how far each has come',
    [
      counted(
        'server/src/features/stream/outputs/hls/followers.ts',
        { MAX_FOLLOWERS },
        'instances',
        'broadcast',
      ),
    ],
    'the broadcast ends, or another instance leads',
    'less is done',
  ),
  memory(
    'server/src/features/stream/outputs/hls/recent-packets.ts #packets',
    'packets that were sent, to cut on from the last segment of another instance',
    [
      counted(
        'server/src/features/stream/outputs/hls/recent-packets.ts',
        { KEPT_SECONDS },
        's of sound',
        'broadcast',
      ),
    ],
    'newer ones come, or the broadcast ends',
    'less is done',
  ),
  memory(
    'server/src/features/stream/outputs/hls/segmenter.ts #packets',
    'packets of the next segment of HLS',
    [
      counted(
        'server/src/features/stream/outputs/hls/segmenter.ts',
        { SEGMENT_SECONDS },
        's of sound',
        'broadcast',
      ),
    ],
    'the segment is whole',
    'less is done',
  ),
  memory(
    'server/src/features/stream/outputs/hls/timeline.ts #segments',
    'the newest segments of HLS',
    [
      counted(
        'server/src/features/stream/outputs/hls/timeline.ts',
        { KEPT_SEGMENTS },
        'segments',
        'broadcast',
      ),
      counted('server/src/features/stream/outputs/hls/timeline.ts', { MAX_KEPT_BYTES }, 'bytes', 'broadcast'),
    ],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/outputs/hls/mp3-segments.ts #made',
    'the newest segments of HLS that players asked for as MP3',
    [counted('server/src/features/stream/outputs/hls/timeline.ts', { KEPT_SEGMENTS }, 'segments', 'all')],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/outputs/hls/push/pushed-objects.ts #leftAtMs',
    'names of the objects of HLS in the bucket',
    [
      counted(
        'server/src/features/stream/outputs/hls/push/pushed-objects.ts',
        { MAX_OBJECTS },
        'names',
        'all',
      ),
    ],
    'it is deleted there, or newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/outputs/hls/show-segments.ts #entries',
    'places of the segments of a show on disk, and the playlist that names them',
    [
      counted(
        'server/src/features/stream/outputs/hls/show-segments.ts',
        { MAX_SHOW_BYTES },
        'bytes of segments',
        'broadcast',
      ),
    ],
    'two minutes after the show',
    'less is done',
  ),
  {
    kind: 'memory',
    places: ['hls.ts #timelines', 'hls.ts #timers', 'kept-shows.ts #shows'].map(
      (name) => `server/src/features/stream/outputs/hls/${name}`,
    ),
    holds: 'mounts and shows of HLS: the one that goes on, and the one before; what ends them for good',
    limits: [
      counted('server/src/features/stream/outputs/hls/hls.ts', { MAX_RUNS }, 'mounts', 'all'),
      counted('server/src/features/stream/outputs/hls/kept-shows.ts', { MAX_SHOWS }, 'shows', 'all'),
      counted('server/src/features/stream/outputs/hls/hls.ts', { KEPT_AFTER_END_MS }, 'ms', 'broadcast'),
    ],
    ends: 'two minutes after its end, or a newer one',
    refusal: 'oldest goes',
  },
]
