import { SECOND_MS } from '@carillon/contract/durations'
import { SOURCE_SOCKET_PATH } from '@carillon/contract/stream/schemas'
import type { SourceMessage } from '@carillon/contract/stream/topics'
import { createStore, type Store } from '../../../lib/store.ts'
import type { DjEvent } from './dj-state.ts'
import { IngestWatch } from './ingest-watch.ts'
import { ChunkRecorder } from './recorder.ts'
import { socketUrl } from './socket-url.ts'
import { SourceSocket } from './source-socket.ts'
import type { Cancel, Timers } from './timers.ts'

/** How the sound travels, refreshed every second. */
export type UploadReport = {
  bitsPerSecond: number
  skippedChunks: number
  droppedChunks: number
  roundTripMs: number | null
  /** How far behind the players are, as they say; null without any. */
  heardDelayMs: number | null
  /** How often the line was lost. */
  gaps: number
  /** For how long listeners have heard silence, as the station says; 0 while there is sound, or nobody knows. */
  silentSeconds: number
  /** Since when the station has acknowledged nothing new, in milliseconds on the clock of the timers; null while it does. */
  unacknowledgedSince: number | null
  /** Since when somebody keeps the stream stopped, on the same clock; null while it runs. */
  stoppedSince: number | null
}

export type AirOptions = {
  broadcastId: number
  stream: MediaStream
  bitsPerSecond: number
  timers: Timers
  onEvent: (event: DjEvent) => void
}

const REPORT_INTERVAL_MS = 1_000
/** The shown bit rate is that of the last this many seconds. */
const RATE_WINDOW = 5
/** As the station reports silence. */
const SILENCE_AFTER_SECONDS = 5
const NO_UPLOAD: UploadReport = {
  bitsPerSecond: 0,
  skippedChunks: 0,
  droppedChunks: 0,
  roundTripMs: null,
  heardDelayMs: null,
  gaps: 0,
  silentSeconds: 0,
  unacknowledgedSince: null,
  stoppedSince: null,
}

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
    this.#ingest = new IngestWatch(timers, (unacknowledgedSince) => this.#patch({ unacknowledgedSince }))
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
    const wasRunning = this.#recorder.isRunning
    this.#recorder.stop()
    this.#ingest.lose()
    const { gaps } = this.report.get()
    // The way back says that they hear silence, and the station says it again if it lasts.
    this.#silentSince = null
    this.#patch({ gaps: wasRunning ? gaps + 1 : gaps, silentSeconds: 0 })
    this.#options.onEvent(event)
  }

  #onSourceMessage(message: SourceMessage): void {
    if (message.type === 'INGEST') {
      const now = this.#options.timers.now()
      const stoppedSince = message.isFeedHeld ? (this.report.get().stoppedSince ?? now) : null
      this.#patch({ heardDelayMs: message.heardDelayMs, stoppedSince })
      this.#ingest.acknowledge(message.receivedUpTo)
    }
    if (message.type === 'SILENCE') this.#setSilence(message.seconds)
  }

  /** The station says it every few seconds; in between it goes on. */
  #setSilence(seconds: number): void {
    this.#silentSince = seconds === 0 ? null : this.#options.timers.now() - seconds * SECOND_MS
    this.#patch({ silentSeconds: this.#silentSeconds })
  }

  get #silentSeconds(): number {
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
