import { opusSampleRate } from '@carillon/media/opus/packet'
import { endOf } from './playlist.ts'
import type { Segment } from './segment.ts'
import { type Cut, SEGMENT_SECONDS, Segmenter } from './segmenter.ts'

/** The live playlist names a minute. */
const LISTED_SEGMENTS = 60 / SEGMENT_SECONDS
/** Players that have a playlist may still ask for all that it names while they play it (RFC 8216 s6.2.2). */
export const KEPT_SEGMENTS = 2 * LISTED_SEGMENTS + 2
/** As much sound of the best quality: beyond it there is less of it. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024
/** A segment begins where the one before ends, unless the wall clock says that it is this far off. */
const MAX_DRIFT_MS = 1_000

export type TimelineOptions = {
  epoch: number
  firstNumber: number
  /** Wall clock, in milliseconds since 1970. */
  clock: { now(): number }
  /** Called with each segment, which the timeline has then. */
  onSegment: (segment: Segment) => void
  /** Called once, after the last segment. */
  onEnd: () => void
}

/** The sound of one public mount in segments, from its beginning to its end; it keeps the newest. */
export class Timeline {
  readonly epoch: number
  readonly firstNumber: number
  readonly #options: TimelineOptions
  readonly #segmenter: Segmenter
  readonly #segments: Segment[] = []
  #bytes = 0
  #isEnded = false

  constructor(options: TimelineOptions) {
    this.#options = options
    this.epoch = options.epoch
    this.firstNumber = options.firstNumber
    this.#segmenter = new Segmenter(options.firstNumber)
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Number of the segment that the next packet belongs to. */
  get nextNumber(): number {
    return this.#segmenter.number
  }

  /** Number of the last segment that what was sent so far is in. */
  get lastNumber(): number {
    return this.#segmenter.isAtBorder ? this.nextNumber - 1 : this.nextNumber
  }

  /** Segments of the live playlist. */
  get listed(): readonly Segment[] {
    return this.#segments.slice(-LISTED_SEGMENTS)
  }

  /** A segment that is kept. */
  find(number: number): Segment | undefined {
    return this.#segments.find((segment) => segment.number === number)
  }

  /** Takes the packets of a page. It waits for nothing. */
  append(packets: readonly Uint8Array[]): void {
    if (!this.#isEnded) for (const cut of this.#segmenter.push(packets)) this.#add(cut)
  }

  /** Ends it with what there is of the last segment; idempotent. */
  close(): void {
    if (this.#isEnded) return
    for (const cut of this.#segmenter.rest()) this.#add(cut)
    this.#isEnded = true
    this.#options.onEnd()
  }

  #add(cut: Cut): void {
    const segment = { ...cut, epoch: this.epoch, startMs: this.#startOf(cut) }
    this.#segments.push(segment)
    this.#bytes += cut.bytes.length
    while (this.#segments.length > KEPT_SEGMENTS || this.#bytes > MAX_KEPT_BYTES)
      this.#bytes -= this.#segments.shift()?.bytes.length ?? 0
    this.#options.onSegment(segment)
  }

  #startOf({ durationInSamples }: Cut): number {
    const nowMs = this.#options.clock.now() - (durationInSamples / opusSampleRate) * 1_000
    const before = this.#segments.at(-1)
    const goesOnMs = before ? endOf(before) : nowMs
    return Math.abs(goesOnMs - nowMs) > MAX_DRIFT_MS ? nowMs : goesOnMs
  }
}
