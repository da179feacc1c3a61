import { SOURCE_SOCKET_PATH } from '@carillon/contract/stream/schemas'
import type { FeedHold, RecordingState, SourceMessage } from '@carillon/contract/stream/topics'
import { stationClock } from '../../../lib/station-clock.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import { AirSilence, type Silence } from './air-silence.ts'
import type { Backup } from './backup/backup.ts'
import type { TakeLine, TakePlace } from './backup/take-line.ts'
import type { DjEvent } from './dj-state.ts'
import { IngestWatch } from './ingest-watch.ts'
import { ChunkRecorder } from './recorder.ts'
import { socketUrl } from './socket-url.ts'
import { type SourceClose, SourceSocket } from './source-socket.ts'
import type { Cancel, Timers } from './timers.ts'

/** Report of the upload, refreshed every second. */
export type UploadReport = Silence & {
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
  /** Since when the station has acknowledged nothing new, in milliseconds on the clock of the timers; null while it does. */
  unacknowledgedSince: number | null
  /** Since when somebody keeps the stream stopped, on the same clock; null while it runs. */
  stoppedSince: number | null
  /** After a hand-over: listeners hear the next DJ while this page waits to stand in, or this page again; else null. */
  standIn: 'waiting' | 'on-air' | null
  /** Hold of the stream: its author, and its time by the station's clock. */
  feedHold: FeedHold | null
}

export type AirOptions = {
  broadcastId: number
  stream: MediaStream
  bitsPerSecond: number
  timers: Timers
  /** Since when what is sent is silent, on the clock of the timers; null while it sounds. */
  silentSince: Store<number | null>
  /** Whether sound comes in here that listeners should get. */
  isSounding: () => boolean
  /** Keeper of what the station has not written; null for a test. */
  backup: Backup | null
  onEvent: (event: DjEvent) => void
}

type Ingest = Extract<SourceMessage, { type: 'INGEST' }>

const REPORT_INTERVAL_MS = 1_000
/** The shown bit rate is that of the last this many seconds. */
const RATE_WINDOW = 5
const NO_UPLOAD: UploadReport = {
  bitsPerSecond: 0,
  skippedChunks: 0,
  droppedChunks: 0,
  roundTripMs: null,
  heardDelayMs: null,
  listenersPeakDb: null,
  recording: null,
  silentSeconds: 0,
  isSilenceAlarm: false,
  unacknowledgedSince: null,
  stoppedSince: null,
  standIn: null,
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
  readonly #silence: AirSilence
  readonly #cancelReports: Cancel
  readonly #takes: TakeLine | null
  #steps: Promise<void> = Promise.resolve()
  /** The chunk whose parts are being kept. */
  #chunk: { recording: number; take: TakePlace | null } | null = null
  #sentBytes: number[] = [0]
  #hasOpened = false
  #isDelivered = false

  constructor(options: AirOptions) {
    this.#options = options
    const { broadcastId, stream, bitsPerSecond, timers, backup } = options
    this.#recorder = new ChunkRecorder({
      stream,
      bitsPerSecond,
      timers,
      onChunk: (chunk, recording) => this.#send(chunk, recording),
      ...(backup && { onPart: (part, recording) => this.#keep(part, recording) }),
    })
    this.#takes = backup?.begin(broadcastId, () => this.#isFree) ?? null
    this.#socket = new SourceSocket({
      url: socketUrl(SOURCE_SOCKET_PATH, { broadcastId: String(broadcastId) }),
      timers,
      random: Math.random,
      isOnline: () => navigator.onLine,
      events: {
        onOpen: () => this.#opened(),
        onLost: (retry) => this.#lost({ type: 'LOST', retry }),
        onGaveUp: () => this.#lost({ type: 'GAVE_UP' }),
        onClosed: (close) => this.#closed(close),
        onMessage: (message) => this.#onSourceMessage(message),
        onRoundTrip: (roundTripMs) => this.#patch({ roundTripMs: Math.round(roundTripMs) }),
        onFreshHeaderNeeded: () => this.#recorder.restart(),
      },
    })
    this.#silence = new AirSilence({ ...options, onChange: (silence) => this.#patch(silence) })
    this.#ingest = new IngestWatch(timers, (unacknowledgedSince) => this.#acknowledged(unacknowledgedSince))
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

  stationReached(): void {
    this.#socket.stationReached()
  }

  /** The silence until now was asked for. */
  countSilenceFromNow(): void {
    this.#silence.countFromNow()
  }

  /** Resolves when all that was recorded by now is kept. */
  async keepAll(): Promise<void> {
    if (!this.#takes) return
    await this.#recorder.flush()
    await this.#steps
    // What came while that was being read; a page that goes now loses least.
    await this.#recorder.packetEnd()
    await this.#steps
    await this.#options.backup?.settled()
  }

  /** Ends recorder and socket; nothing is told after it. */
  close(): void {
    this.#cancelReports()
    this.#ingest.close()
    this.#silence.close()
    const { backup } = this.#options
    if (this.#takes) backup?.end(this.#takes, this.#isDelivered || this.#isFree)
    this.#recorder.stop()
    this.#socket.close()
  }

  /** All that was recorded has left, and the station says that it arrives. */
  get #isFree(): boolean {
    const { isOpen, unsentBytes } = this.#socket
    return isOpen && unsentBytes === 0 && this.report.get().unacknowledgedSince === null
  }

  /** Keeps a part of a chunk, and notes where the chunk begins. */
  #keep(part: Blob, recording: number): void {
    this.#inTurn(async () => {
      await this.#options.backup?.ready
      const take = this.#takes?.keep(recording, new Uint8Array(await part.arrayBuffer())) ?? null
      // The rest of a recording that was stopped comes after the beginning of the next one.
      if (recording === this.#recorder.recording && this.#chunk?.recording !== recording)
        this.#chunk = { recording, take }
    })
  }

  /** Sends a chunk unless a newer recording has begun. */
  #send(chunk: Blob, recording: number): void {
    if (!this.#takes) return void this.#socket.offer(chunk)
    this.#inTurn(async () => {
      const take = this.#chunk?.recording === recording ? this.#chunk.take : null
      this.#chunk = null
      if (recording === this.#recorder.recording && this.#recorder.isRunning) this.#socket.offer(chunk, take)
    })
  }

  #inTurn(step: () => Promise<void>): void {
    this.#steps = this.#steps
      .then(step)
      .catch((error) => console.error('Something that was recorded was lost:', error))
  }

  /** Every opening begins with a fresh header: the first of this page at once, later ones as a restart. */
  #opened(): void {
    if (this.#hasOpened) this.#recorder.restart()
    else this.#begin()
    this.#hasOpened = true
    this.#takes?.open()
    this.#ingest.open()
    this.#options.onEvent({ type: 'ON_AIR' })
  }

  /** The station hung up: what was on its way has come before that. */
  #closed(close: SourceClose): void {
    this.#isDelivered = this.report.get().unacknowledgedSince === null
    this.#recorder.stop()
    this.#lost({ type: 'CLOSED', close })
  }

  /** A show that is kept is recorded on: the station gets it later. */
  #lost(event: DjEvent): void {
    if (!this.#takes) this.#recorder.stop()
    this.#ingest.lose()
    this.#options.onEvent(event)
  }

  #begin(): void {
    this.#recorder.start()
    this.#silence.countFromNow()
  }

  #acknowledged(unacknowledgedSince: number | null): void {
    // In this order, no state between the two is shown.
    if (unacknowledgedSince === null) this.#silence.lineReturned()
    // What nobody says any more is not known.
    this.#patch({ unacknowledgedSince, ...(unacknowledgedSince !== null && { listenersPeakDb: null }) })
  }

  #onSourceMessage(message: SourceMessage): void {
    if (message.type === 'INGEST') this.#onIngest(message)
    if (message.type === 'SILENCE') this.#silence.say(message.seconds)
    if (message.type === 'STAND_IN') this.#onStandIn(message.isOnAir)
  }

  #onStandIn(isOnAir: boolean): void {
    // A take of its own: none of it is counted, and what is left of the show before stays as it is.
    if (!isOnAir) this.#recorder.restart()
    this.#patch({ standIn: isOnAir ? 'on-air' : 'waiting' })
  }

  #onIngest(message: Ingest): void {
    const { heardDelayMs, feedHold, peakDb: listenersPeakDb = null, recording = null } = message
    this.#takes?.acknowledge(message)
    const before = this.report.get()
    // Seconds that are counted on the clock of this browser, from what the station's clock says.
    const heldForMs = feedHold ? Math.max(0, stationClock.now() - Date.parse(feedHold.since)) : 0
    const stoppedSince = feedHold && (before.stoppedSince ?? this.#options.timers.now() - heldForMs)
    if (before.feedHold && !feedHold) this.#silence.lineReturned()
    this.#patch({ heardDelayMs, feedHold, stoppedSince, listenersPeakDb, recording })
    this.#silence.report(listenersPeakDb)
    this.#ingest.acknowledge(message.receivedUpTo)
  }

  #refresh(): void {
    const { counts, isSlow, isOpen } = this.#socket
    this.#sentBytes = [...this.#sentBytes, counts.sentBytes].slice(-RATE_WINDOW - 1)
    const [oldest = 0] = this.#sentBytes
    const seconds = Math.max(1, this.#sentBytes.length - 1)
    const bitsPerSecond = ((counts.sentBytes - oldest) * 8) / seconds
    const { skippedChunks, droppedChunks } = counts
    this.#patch({ bitsPerSecond, skippedChunks, droppedChunks })
    this.#silence.refresh()
    if (isOpen) this.#options.onEvent({ type: isSlow ? 'SLOW' : 'FLOWING' })
  }

  #patch(change: Partial<UploadReport>): void {
    this.report.set({ ...this.report.get(), ...change })
  }
}
