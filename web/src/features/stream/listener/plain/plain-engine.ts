import { HLS_BEGINS_BEHIND_SECONDS, HLS_SEGMENT_SECONDS } from '@carillon/contract/stream/schemas'
import {
  type Engine,
  type EngineFailure,
  type EngineOptions,
  onPausedFromOutside,
  STALL_MS,
  START_TIMEOUT_MS,
  TRANSIT_MS,
  WATCH_MS,
} from '../engine.ts'

/** Sound that stood still for this long is buffering; shorter gaps are the browser's own business. */
const BUFFERING_MS = 1_000
const FADE_STEP_MS = 50
/** The burst a mount sends on joining, and the page that was filling meanwhile, half waited for. In ms. */
const BURST_MS = 3_000 + 375
/** Distance of a beginning from the end of the playlist of HLS, and the segment that was filling meanwhile, half waited for. In ms. */
const HLS_BEHIND_MS = (HLS_BEGINS_BEHIND_SECONDS + HLS_SEGMENT_SECONDS / 2) * 1_000
/** Browsers are free to begin elsewhere in the playlist, and to look into it late. In ms. */
const HLS_LATER_MS = 8_000
const MEDIA_ERR_DECODE = 3

// Members: those of Engine, and the measures of one connection, which begin and end together.
/** Listens the way every browser can: `<audio src>`. About three seconds behind, and it survives a locked screen. */
export class PlainEngine implements Engine {
  readonly kind = 'plain'
  readonly endsLaterByMs: number
  readonly #options: EngineOptions
  /** Delay of the sound that a connection begins with. */
  #firstDelayMs: number
  readonly #listening = new AbortController()
  #watch: ReturnType<typeof setInterval> | undefined
  #fade: ReturnType<typeof setInterval> | undefined
  #startedAt = 0
  #startMs: number | undefined
  #connectedAt = 0
  #lastTime = 0
  #advancedAt = 0
  #isSounding = false
  #underruns = 0
  #isClosed = false

  constructor(options: EngineOptions, isInSegments = false) {
    this.#options = options
    this.endsLaterByMs = isInSegments ? HLS_LATER_MS : 0
    this.#firstDelayMs = options.behindMs ?? (isInSegments ? HLS_BEHIND_MS : BURST_MS)
  }

  start(): void {
    const { audio, url, loudness } = this.#options
    this.#startedAt = performance.now()
    this.#advancedAt = this.#startedAt
    this.#connectedAt = this.#clock()
    const { signal } = this.#listening
    const onConnected = () => {
      this.#connectedAt = this.#clock()
    }
    audio.addEventListener('loadedmetadata', onConnected, { signal, once: true })
    audio.addEventListener('timeupdate', () => this.#look(), { signal })
    audio.addEventListener('playing', () => this.#look(), { signal })
    audio.addEventListener('ended', () => this.#fail('lost', 'the stream ended'), { signal })
    audio.addEventListener('error', () => this.#onError(), { signal })
    onPausedFromOutside(audio, signal, () => this.#onPaused())
    audio.srcObject = null
    audio.src = url
    this.setLoudness(loudness)
    audio.play().catch((error: unknown) => this.#onRefused(error))
    this.#watch = setInterval(() => this.#look(), WATCH_MS)
    void this.#learnPlace()
  }

  setLoudness(loudness: number): void {
    clearInterval(this.#fade)
    this.#options.audio.volume = loudness
    // On iOS the volume belongs to the buttons of the device: only this is heard.
    this.#options.audio.muted = loudness === 0
  }

  fadeOut(durationMs: number): void {
    const { audio } = this.#options
    const step = (audio.volume * FADE_STEP_MS) / durationMs
    clearInterval(this.#fade)
    this.#fade = setInterval(() => {
      audio.volume = Math.max(0, audio.volume - step)
    }, FADE_STEP_MS)
  }

  level(): null {
    return null
  }

  /** Pausing alone would leave the connection open and resume a stale buffer: the source is taken away. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#watch)
    clearInterval(this.#fade)
    this.#listening.abort()
    this.#options.audio.pause()
    this.#options.audio.removeAttribute('src')
    this.#options.audio.load()
  }

  /** Learns at which delay it began, for who asked for an earlier place. */
  async #learnPlace(): Promise<void> {
    const { behindMs } = this.#options
    if (!behindMs) return
    try {
      // Fetched by those alone who go back.
      const { playedBehindMs } = await import('../played-behind.ts')
      this.#firstDelayMs = await playedBehindMs(behindMs, this.#listening.signal)
    } catch {
      // Without an answer it is taken to be where it was asked for.
    }
  }

  #onPaused(): void {
    if (this.#startMs !== undefined) this.#fail('paused', 'paused from outside')
  }

  /** Sound is where `currentTime` moves; the element's own `stalled` and `waiting` are no proof of silence. */
  #look(): void {
    if (this.#isClosed) return
    const now = performance.now()
    const { currentTime } = this.#options.audio
    if (currentTime > this.#lastTime) {
      this.#onAdvance(now, currentTime)
      return
    }
    const stoodMs = now - this.#advancedAt
    const limitMs = this.#startMs === undefined ? START_TIMEOUT_MS : STALL_MS
    if (stoodMs >= limitMs) {
      this.#fail('lost', 'the sound stands still')
      return
    }
    if (stoodMs >= BUFFERING_MS) this.#onStanding(stoodMs)
  }

  #onAdvance(now: number, currentTime: number): void {
    this.#lastTime = currentTime
    this.#advancedAt = now
    this.#startMs ??= now - this.#startedAt
    this.#options.events.onMetrics({
      delayMs: Math.round(this.#delayMs()),
      underruns: this.#underruns,
      startMs: Math.round(this.#startMs),
    })
    if (this.#isSounding) return
    this.#isSounding = true
    this.#options.events.onSounding()
  }

  #onStanding(stoodMs: number): void {
    if (!this.#isSounding) return
    this.#isSounding = false
    this.#underruns += 1
    this.#options.events.onBuffering(stoodMs)
  }

  /** The connection began so far behind the studio; every moment that was not played came on top. */
  #delayMs(): number {
    const waitedMs = this.#clock() - this.#connectedAt - this.#options.audio.currentTime * 1000
    return this.#firstDelayMs + TRANSIT_MS + Math.max(0, waitedMs)
  }

  /** A place behind live is a time of day, so its delay is measured by that: the other clock may stand still while a computer sleeps. */
  #clock(): number {
    return this.#options.behindMs ? Date.now() : performance.now()
  }

  #onRefused(error: unknown): void {
    if (this.#isClosed || !(error instanceof DOMException)) return
    if (error.name === 'NotAllowedError') this.#fail('blocked', error.message)
    // AbortError and NotSupportedError come with an `error` event of their own, which knows more.
  }

  /** A refused connection and an unknown format look alike here; the format was asked for beforehand. */
  #onError(): void {
    const { error } = this.#options.audio
    const isDecoding = error?.code === MEDIA_ERR_DECODE
    this.#fail(isDecoding ? 'unfit' : 'lost', error?.message || 'the browser gave no reason')
  }

  #fail(failure: EngineFailure, reason: string): void {
    if (this.#isClosed) return
    this.close()
    this.#options.events.onFailure(failure, reason)
  }
}
