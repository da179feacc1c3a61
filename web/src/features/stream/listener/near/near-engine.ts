import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'
import {
  type Engine,
  type EngineFailure,
  type EngineOptions,
  STALL_MS,
  START_TIMEOUT_MS,
  TRANSIT_MS,
} from '../engine.ts'
import { Burst } from './burst.ts'
import { isStarved, START_BUFFER_MS, START_MARGIN_MS, startLevelMs } from './jitter-buffer.ts'
import { JitterControl } from './jitter-control.ts'
import { LiveFeed } from './live-feed.ts'
import { OpusDecoder } from './opus-decoder.ts'
import type { RingReport } from './ring-messages.ts'
import processorUrl from './ring-processor.ts?worker&url'
import { Speaker } from './speaker.ts'

/** RFC 7845 s4.6: after a cut, a decoder needs 80 ms of packets before its output is right. */
const PRE_ROLL_MS = 80
const METRICS_INTERVAL_MS = 500
/** Media element and mixer behind the context: what Chromium adds there. Measured. */
const ELEMENT_MS = 40

// Members: those of Engine, and the parts and measures of one connection, which begin and end together.
/** Listens under a second behind the studio: fetch, Ogg, WebCodecs, a ring buffer on the audio thread. */
export class NearEngine implements Engine {
  readonly kind = 'near'
  readonly endsLaterByMs = 0
  readonly #options: EngineOptions
  readonly #control = new JitterControl()
  #feed: LiveFeed | undefined
  #burst: Burst | undefined
  #decoder: OpusDecoder | undefined
  #speaker: Speaker | undefined
  /** For the first sound, and for the last. */
  #timeout: ReturnType<typeof setTimeout> | undefined
  #endReason: string | undefined
  #startedAt = 0
  #startMs: number | undefined
  #hasPackets = false
  #isSounding = false
  #metricsAt = 0
  #level = 0
  #isClosed = false

  constructor(options: EngineOptions) {
    this.#options = options
  }

  start(): void {
    this.#startedAt = performance.now()
    this.#timeout = setTimeout(() => this.#onNoSound(), START_TIMEOUT_MS)
    try {
      this.#open()
    } catch (error) {
      this.#fail('unfit', String(error))
    }
  }

  setLoudness(loudness: number): void {
    this.#speaker?.setLoudness(loudness)
  }

  fadeOut(durationMs: number): void {
    this.#speaker?.fadeOut(durationMs)
  }

  level(): number {
    return this.#level
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#timeout)
    this.#feed?.close()
    this.#burst?.close()
    this.#decoder?.close()
    this.#speaker?.close()
  }

  #open(): void {
    const speaker = new Speaker({
      audio: this.#options.audio,
      loudness: this.#options.loudness,
      startFrames: framesOf(START_BUFFER_MS),
      onReport: (report) => this.#onReport(report),
      onPaused: () => this.#isSounding && this.#fail('paused', 'paused from outside'),
    })
    this.#speaker = speaker
    this.#decoder = new OpusDecoder({
      preRollSamples: framesOf(PRE_ROLL_MS),
      onSound: (left, right) => speaker.send({ type: 'push', left, right }, [left.buffer, right.buffer]),
      onError: (reason) => this.#fail('unfit', reason),
    })
    const opened = speaker.open()
    opened.catch((error: unknown) => this.#fail(failureOf(error), String(error)))
    // Packets wait for the processor: what is posted before it exists would be lost.
    let isBurst = true
    this.#burst = new Burst(startLevelMs(START_MARGIN_MS) + PRE_ROLL_MS, (packets) => {
      // What comes at once on joining tells nothing of the way.
      if (!isBurst) this.#control.arrived(performance.now(), msOf(sum(packets.map(durationInSamples))))
      isBurst = false
      void opened.then(
        () => this.#decode(packets),
        () => undefined,
      )
    })
    this.#feed = new LiveFeed({
      url: this.#options.url,
      silenceLimitMs: STALL_MS,
      onPackets: (packets) => {
        this.#hasPackets = true
        this.#burst?.push(packets)
      },
      onEnd: (reason) => this.#onEnd(reason),
    })
  }

  /** With packets but without sound it is the audio output that does not run: the other engine may know better. */
  #onNoSound(): void {
    if (this.#hasPackets) this.#fail('unfit', 'the audio output does not run')
    else this.#fail('lost', 'no sound came')
  }

  /** Ends the feed: the rest is still heard, and the page is told when the ring has run dry. */
  #onEnd(reason: string): void {
    this.#endReason = reason
    if (!this.#isSounding) this.#fail('lost', reason)
    else this.#timeout = setTimeout(() => this.#fail('lost', reason), STALL_MS)
  }

  #decode(packets: Uint8Array[]): void {
    if (this.#isClosed) return
    for (const packet of packets) this.#decoder?.decode(packet)
  }

  #onReport(report: RingReport): void {
    if (this.#isClosed) return
    const now = performance.now()
    this.#level = report.peak
    this.#reportSounding(report.isSounding, now)
    if (this.#isClosed || this.#startMs === undefined) return
    if (report.isSounding) this.#tune(report, now)
    if (isStarved(this.#control.hiccupTimes, now)) {
      this.#fail('unfit', 'the network starves it')
      return
    }
    if (now - this.#metricsAt >= METRICS_INTERVAL_MS) this.#reportMetrics(report, now)
  }

  #tune(report: RingReport, now: number): void {
    const tuning = this.#control.observe(now, {
      lowestMs: msOf(report.lowestFrames),
      highestMs: msOf(report.highestFrames),
      underruns: report.underruns,
    })
    this.#speaker?.send({ type: 'tune', rate: tuning.rate, startFrames: framesOf(tuning.startLevelMs) })
    if (tuning.skipMs > 0) this.#speaker?.send({ type: 'skip', frames: framesOf(tuning.skipMs) })
  }

  #reportSounding(isSounding: boolean, now: number): void {
    if (isSounding === this.#isSounding) return
    this.#isSounding = isSounding
    if (!isSounding) {
      if (this.#endReason === undefined) this.#options.events.onBuffering(0)
      else this.#fail('lost', this.#endReason)
      return
    }
    clearTimeout(this.#timeout)
    this.#startMs ??= now - this.#startedAt
    this.#options.events.onSounding()
  }

  #reportMetrics(report: RingReport, now: number): void {
    this.#metricsAt = now
    const outputMs = (this.#speaker?.contextMs() ?? 0) + ELEMENT_MS
    this.#options.events.onMetrics({
      delayMs: Math.round(this.#control.highestMs + TRANSIT_MS + outputMs),
      underruns: report.underruns,
      startMs: Math.round(this.#startMs ?? 0),
    })
  }

  #fail(failure: EngineFailure, reason: string): void {
    if (this.#isClosed) return
    this.close()
    this.#options.events.onFailure(failure, reason)
  }
}

function failureOf(error: unknown): EngineFailure {
  return error instanceof DOMException && error.name === 'NotAllowedError' ? 'blocked' : 'unfit'
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function framesOf(ms: number): number {
  return Math.round((ms / 1000) * opusSampleRate)
}

function msOf(frames: number): number {
  return (frames / opusSampleRate) * 1000
}

/** Brings the audio thread's program into the browser's cache, so that the first press does not wait for it. */
export async function warmUp(): Promise<void> {
  await fetch(processorUrl).catch(() => undefined)
}
