import type { StationSnapshot } from './station-snapshot.ts'

type Sample = { value: number; labels?: Record<string, string | number> }

/** One metric: how it is called, what it means, and where its values are. */
export type Series = {
  name: string
  type: 'counter' | 'gauge'
  help: string
  labels?: readonly string[]
  read(snapshot: StationSnapshot): Sample[]
}

const SOURCE_STATES = ['off air', 'on air', 'away', 'held']

/** Everything of ours that /metrics tells; names as Prometheus wants them: base units, counters end in `_total`. */
export const SERIES: readonly Series[] = [
  {
    name: 'carillon_mounts',
    type: 'gauge',
    help: 'Mounts that are open: live or test',
    labels: ['mount'],
    read: ({ stream }) => byLabel('mount', stream.mounts),
  },
  {
    name: 'carillon_listeners',
    type: 'gauge',
    help: 'Listener connections, by mount (live, test, or mp3 for the live one as MP3) and by how pages are sent: in batches or each at once',
    labels: ['mount', 'delay'],
    read: ({ stream }) => stream.listeners.map(({ count, ...labels }) => ({ labels, value: count })),
  },
  {
    name: 'carillon_audience',
    type: 'gauge',
    help: 'Players of the live mount here, however many connections each has',
    read: ({ stream }) => [{ value: stream.audience }],
  },
  {
    name: 'carillon_listeners_dropped_total',
    type: 'counter',
    help: 'Listeners cut because they fell too far behind',
    read: ({ stream }) => [{ value: stream.droppedListeners }],
  },
  {
    name: 'carillon_stream_sent_bytes_total',
    type: 'counter',
    help: 'Bytes written to listeners',
    read: ({ stream }) => [{ value: stream.sentBytes }],
  },
  {
    name: 'carillon_stream_late_pages_total',
    type: 'counter',
    help: 'Pages held back for the next batch because the event loop was late',
    read: ({ stream }) => [{ value: stream.latePages }],
  },
  {
    name: 'carillon_source_state',
    type: 'gauge',
    help: 'State of the live broadcast’s sound: 1 for the current one',
    labels: ['state'],
    read: ({ stream }) =>
      SOURCE_STATES.map((state) => ({ labels: { state }, value: Number(state === stream.source) })),
  },
  {
    name: 'carillon_source_buffered_seconds',
    type: 'gauge',
    help: 'Delay that this server adds to the sound of the source; absent off air',
    read: ({ stream }) => (stream.bufferedMs === null ? [] : [{ value: stream.bufferedMs / 1_000 }]),
  },
  {
    name: 'carillon_hls_pushed_segments_total',
    type: 'counter',
    help: 'Segments of HLS that this instance put into the bucket; absent without HLS_S3_URL',
    read: ({ stream: { hlsPush } }) => (hlsPush ? [{ value: hlsPush.segments }] : []),
  },
  {
    name: 'carillon_hls_push_failures_total',
    type: 'counter',
    help: 'Requests to the object store that failed: no answer, refused, or failed there; the log has the first code; absent without HLS_S3_URL',
    labels: ['kind'],
    read: ({ stream: { hlsPush } }) => (hlsPush ? byLabel('kind', hlsPush.failures) : []),
  },
  {
    name: 'carillon_hls_push_behind_seconds',
    type: 'gauge',
    help: 'Sound that the station’s playlist names and the one in the bucket does not; absent where this instance does not push',
    read: ({ stream: { hlsPush } }) =>
      hlsPush && hlsPush.behindSeconds !== null ? [{ value: hlsPush.behindSeconds }] : [],
  },
  {
    name: 'carillon_recording_failures_total',
    type: 'counter',
    help: 'Recordings that stopped on air, or could not be made ready afterwards',
    labels: ['stage'],
    read: ({ stream, unreadyRecordings }) =>
      byLabel('stage', { 'on air': stream.failedRecordings, afterwards: unreadyRecordings }),
  },
  {
    name: 'carillon_recordings_without_copy',
    type: 'gauge',
    help: 'Recordings that fewer than two running instances have, as of the last look; only with several instances',
    read: ({ copies }) => (copies ? [{ value: copies.missing }] : []),
  },
  {
    name: 'carillon_copy_failures_total',
    type: 'counter',
    help: 'Copies from other instances that failed here, by reason; each is tried again',
    labels: ['reason'],
    read: ({ copies }) => (copies ? byLabel('reason', copies.failures) : []),
  },
  {
    name: 'carillon_library_files_missing',
    type: 'gauge',
    help: 'Items of the library whose files are not on this instance, as of the last look; only with several instances',
    read: ({ missingLibraryFiles }) => (missingLibraryFiles === null ? [] : [{ value: missingLibraryFiles }]),
  },
  {
    name: 'carillon_playout_items_total',
    type: 'counter',
    help: 'Items that this instance played between shows, by kind',
    labels: ['kind'],
    read: ({ playout }) => byLabel('kind', playout.begun),
  },
  {
    name: 'carillon_playout_skipped_total',
    type: 'counter',
    help: 'Items that could not be played between shows; the log names them',
    read: ({ playout }) => [{ value: playout.skipped }],
  },
  {
    name: 'carillon_realtime_connections',
    type: 'gauge',
    help: 'STOMP connections by how they are carried: websocket, SockJS in a websocket, SockJS over xhr',
    labels: ['transport'],
    read: ({ realtime }) => byLabel('transport', realtime.connections),
  },
  {
    name: 'carillon_realtime_deliveries_total',
    type: 'counter',
    help: 'STOMP messages handed to subscribers, one for each who gets it',
    read: ({ realtime }) => [{ value: realtime.deliveries }],
  },
  {
    name: 'carillon_realtime_stalled_total',
    type: 'counter',
    help: 'Realtime connections closed because they had stopped reading',
    read: ({ realtime }) => [{ value: realtime.stalled }],
  },
  {
    name: 'carillon_websockets',
    type: 'gauge',
    help: 'Open websockets by address',
    labels: ['path'],
    read: ({ sockets }) => byLabel('path', Object.fromEntries(sockets)),
  },
  {
    name: 'carillon_http_replies_total',
    type: 'counter',
    help: 'Replies that were sent whole, by route and status; listeners of a mount are counted above',
    labels: ['method', 'route', 'status'],
    read: ({ replies }) => replies.map(({ count, ...labels }) => ({ labels, value: count })),
  },
  {
    name: 'carillon_database_up',
    type: 'gauge',
    help: 'Whether the database answers within 2 s',
    read: ({ database }) => [{ value: Number(database.isUp) }],
  },
  {
    name: 'carillon_database_connections',
    type: 'gauge',
    help: 'Connections to the database: open, of those idle, and how many calls wait for one',
    labels: ['state'],
    read: ({ database: { open, idle, waiting } }) => byLabel('state', { open, idle, waiting }),
  },
  {
    name: 'carillon_dump_failures_total',
    type: 'counter',
    help: 'Dumps of the embedded database that could not be made; absent with PostgreSQL',
    read: ({ failedDumps }) => (failedDumps === null ? [] : [{ value: failedDumps }]),
  },
  {
    name: 'carillon_redis_up',
    type: 'gauge',
    help: 'Whether other instances are reached; absent without REDIS_URL',
    read: ({ isRedisUp }) => ifThere(isRedisUp),
  },
  {
    name: 'carillon_redis_refused_total',
    type: 'counter',
    help: 'What Redis held that no instance of this station wrote: forged or replayed messages, and leases; absent without REDIS_URL',
    labels: ['sort'],
    read: ({ redisRefused }) => byLabel('sort', redisRefused),
  },
  {
    name: 'carillon_icecast_up',
    type: 'gauge',
    help: 'Whether Icecast accepts the stream; absent without ICECAST_URL',
    read: ({ isIcecastUp }) => ifThere(isIcecastUp),
  },
  {
    name: 'carillon_chat_messages_total',
    type: 'counter',
    help: 'Chat messages sent to this instance',
    read: ({ chatMessages }) => [{ value: chatMessages }],
  },
  {
    name: 'carillon_pushes_total',
    type: 'counter',
    help: 'Web pushes by what became of them: sent, gone, refused, unreachable, or dropped because too many waited',
    labels: ['outcome'],
    read: ({ pushes }) => byLabel('outcome', pushes.outcomes),
  },
  {
    name: 'carillon_pushes_waiting',
    type: 'gauge',
    help: 'Web pushes that wait for their service',
    read: ({ pushes }) => [{ value: pushes.waiting }],
  },
  {
    name: 'carillon_damaged_rows_total',
    type: 'counter',
    help: 'Stored rows that could not be shown, each counted once; the log names them',
    read: ({ damagedRows }) => [{ value: damagedRows }],
  },
]

function byLabel(label: string, values: Record<string, number>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

function ifThere(isUp: boolean | null): Sample[] {
  return isUp === null ? [] : [{ value: Number(isUp) }]
}
