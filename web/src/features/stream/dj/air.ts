import { SECOND_MS } from '@carillon/contract/durations'
import { SOURCE_SOCKET_PATH } from '@carillon/contract/stream/schemas'
import type { FeedHold, RecordingState, SourceMessage } from '@carillon/contract/stream/topics'
import { stationClock } from '../../../lib/station-clock.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import type { DjEvent } from './dj-state.ts'
import { IngestWatch } from './ingest-watch.ts'
import { ChunkRecorder } from './recorder.ts'
import { SILENCE_DB } from './signal-watch.ts'
import { socketUrl } from './socket-url.ts'
import { SourceSocket } from './source-socket.ts'
import type { Cancel, Timers } from './timers.ts'

/** Report of the upload, refreshed every second. */
export type UploadReport = {
  bitsPerSecond: number
  skippedChunks: number
  droppedChunks: number
  roundTripMs: number | null
  /** Delay of the players behind the studio, as they report it; null without any. */
  heardDelayMs: number | null
  /** The loudest that listeners got within the last second, in dBFS; null while the station does not measure it. */
  listenersPeakDb: number | null
  /** State of the station's recording of the show; null where there is none, or none is known yet. */
  recording: RecordingState | null
  /** For how long listeners have heard silence, as the station says; 0 while there is sound, or nobody knows. */
  silentSeconds: number
  /** Since when the station has acknowledged nothing new, in milliseconds on the clock of the timers; null while it does. */
  unacknowledgedSince: number | null
  /** Since when somebody keeps the stream stopped, on the same clock; null while it runs. */
  stoppedSince: number | null
  /** Hold of the stream: its author, and its time by the station's clock. */
  feedHold: FeedHold | null
}

export type AirOptions = {
  broadcastId: number
  stream: MediaStream
  bitsPerSecond: number
  timers: Timers
  /** Whether sound comes in here that listeners should get. */
  isSounding: () => boolean
  onEvent: (event: DjEvent) => void
}

type Ingest = Extract<SourceMessage, { type: 'INGEST' }>

const REPORT_INTERVAL_MS = 1_000
/** The shown bit rate is that of the last this many seconds. */
const RATE_WINDOW = 5
/** As the station reports silence. */
const SILENCE_AFTER_SECONDS = 5
/** Reports come every second, and tell of the second before. */
const MISSING_AFTER_REPORTS = 3
const NO_UPLOAD: UploadReport = {
  bitsPerSecond: 0,
  skippedChunks: 0,
  droppedChunks: 0,
  roundTripMs: null,
  heardDelayMs: null,
  listenersPeakDb: null,
  recording: null,
  silentSeconds: 0,
  unacknowledgedSince: null,
  stoppedSince: null,
  feedHold: null,
}

// Members: what goes up and what the station reports about it are one state, and end together.
/** One broadcast on the air from this page: the recorder, the socket, and how well it goes. Owns both. */
export class Air {
  readonly report: Store<UploadReport> = createStore(NO_UPLOAD)
  readonly #options: AirOptions
  readonly #recorder: ChunkRecorder
  readonly #socket: SourceSocket
  readonly #ingest: IngestWatch
  readonly #cancelReports: Cancel
  #sentBytes: number[] = [0]
  #hasOpened = false
  #silentSince: number | null = null
  /** Number of consecutive reports of silence while sound comes in here. */
  #missingReports = 0
  #silenceCountsFrom = Number.NEGATIVE_INFINITY

  constructor(options: AirOptions) {
    this.#options = options
    const { broadcastId, stream, bitsPerSecond, timers } = options
    this.#recorder = new ChunkRecorder({
      stream,
      bitsPerSecond,
      timers,
      onChunk: (chunk) => this.#socket.offer(chunk),
    })
    this.#socket = new SourceSocket({
      url: socketUrl(SOURCE_SOCKET_PATH, { broadcastId: String(broadcastId) }),
      timers,
      random: Math.random,
      isOnline: () => navigator.onLine,
      events: {
        onOpen: () => this.#opened(),
        onLost: (retry) => this.#lost({ type: 'LOST', retry }),
        onGaveUp: () => this.#lost({ type: 'GAVE_UP' }),
        onClosed: (close) => this.#lost({ type: 'CLOSED', close }),
        onMessage: (message) => this.#onSourceMessage(message),
        onRoundTrip: (roundTripMs) => this.#patch({ roundTripMs: Math.round(roundTripMs) }),
        onFreshHeaderNeeded: () => this.#recorder.restart(),
      },
    })
    this.#ingest = new IngestWatch(timers, (unacknowledgedSince) =>
      // What nobody says any more is not known.
      this.#patch({ unacknowledgedSince, ...(unacknowledgedSince !== null && { listenersPeakDb: null }) }),
    )
    this.#cancelReports = timers.every(REPORT_INTERVAL_MS, () => this.#refresh())
  }

  /** Opens the line; also the way back after giving up. */
  connect(): void {
    this.#socket.connect()
  }

  /** The browser says that there is no network: an open socket proves nothing until sound arrives again. */
  networkLost(): void {
    this.#ingest.lose()
  }

  networkReturned(): void {
    this.#socket.networkReturned()
  }

  /** The silence until now was asked for: it counts again once it has lasted as long as the station waits itself. */
  countSilenceFromNow(): void {
    this.#silenceCountsFrom = this.#options.timers.now()
    this.#missingReports = 0
    this.#patch({ silentSeconds: 0 })
  }

  /** Ends recorder and socket; nothing is told after it. */
  close(): void {
    this.#cancelReports()
    this.#ingest.close()
    this.#recorder.stop()
    this.#socket.close()
  }

  /** Every opening begins with a fresh header: the first of this page at once, later ones as a restart. */
  #opened(): void {
    if (this.#hasOpened) this.#recorder.restart()
    else this.#recorder.start()
    this.#hasOpened = true
    this.#ingest.open()
    this.#options.onEvent({ type: 'ON_AIR' })
  }

  #lost(event: DjEvent): void {
    this.#recorder.stop()
    this.#ingest.lose()
    // The way back says that they hear silence, and the station says it again if it lasts.
    this.#silentSince = null
    this.#missingReports = 0
    this.#patch({ silentSeconds: 0, listenersPeakDb: null })
    this.#options.onEvent(event)
  }

  #onSourceMessage(message: SourceMessage): void {
    if (message.type === 'INGEST') this.#onIngest(message)
    if (message.type === 'SILENCE') this.#setSilence(message.seconds)
  }

  #onIngest(message: Ingest): void {
    const { heardDelayMs, feedHold, peakDb: listenersPeakDb = null, recording = null } = message
    const before = this.report.get()
    // Seconds that are counted on the clock of this browser, from what the station's clock says.
    const heldForMs = feedHold ? Math.max(0, stationClock.now() - Date.parse(feedHold.since)) : 0
    const stoppedSince = feedHold && (before.stoppedSince ?? this.#options.timers.now() - heldForMs)
    const isMissing = listenersPeakDb !== null && listenersPeakDb < SILENCE_DB && this.#options.isSounding()
    this.#missingReports = isMissing ? this.#missingReports + 1 : 0
    this.#patch({ heardDelayMs, feedHold, stoppedSince, listenersPeakDb, recording })
    this.#patch({ silentSeconds: this.#silentSeconds })
    this.#ingest.acknowledge(message.receivedUpTo)
  }

  /** The station says it every few seconds; in between it goes on. */
  #setSilence(seconds: number): void {
    this.#silentSince = seconds === 0 ? null : this.#options.timers.now() - seconds * SECOND_MS
    this.#patch({ silentSeconds: this.#silentSeconds })
  }

  /** Sound here and none there is no pause of the show: that counts sooner. */
  get #silentSeconds(): number {
    if (this.#missingReports >= MISSING_AFTER_REPORTS)
      return Math.max(this.#missingReports, this.#saidSilentSeconds)
    return this.#saidSilentSeconds
  }

  get #saidSilentSeconds(): number {
    if (this.#silentSince === null) return 0
    const { timers } = this.#options
    const seconds = Math.floor(
      (timers.now() - Math.max(this.#silentSince, this.#silenceCountsFrom)) / SECOND_MS,
    )
    return seconds < SILENCE_AFTER_SECONDS ? 0 : seconds
  }

  #refresh(): void {
    const { counts, isSlow, isOpen } = this.#socket
    this.#sentBytes = [...this.#sentBytes, counts.sentBytes].slice(-RATE_WINDOW - 1)
    const [oldest = 0] = this.#sentBytes
    const seconds = Math.max(1, this.#sentBytes.length - 1)
    const bitsPerSecond = ((counts.sentBytes - oldest) * 8) / seconds
    const { skippedChunks, droppedChunks } = counts
    this.#patch({ bitsPerSecond, skippedChunks, droppedChunks, silentSeconds: this.#silentSeconds })
    if (isOpen) this.#options.onEvent({ type: isSlow ? 'SLOW' : 'FLOWING' })
  }

  #patch(change: Partial<UploadReport>): void {
    this.report.set({ ...this.report.get(), ...change })
  }
}
