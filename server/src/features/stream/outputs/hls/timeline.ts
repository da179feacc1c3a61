import { opusSampleRate } from '@carillon/media/opus/packet'
import { nextEpoch } from './epoch.ts'
import { Followers } from './followers.ts'
import { endOf } from './playlist.ts'
import { RecentPackets } from './recent-packets.ts'
import type { Segment } from './segment.ts'
import { type Border, type Cut, SEGMENT_SECONDS, Segmenter } from './segmenter.ts'

/** The live playlist names a minute. */
const LISTED_SEGMENTS = 60 / SEGMENT_SECONDS
/** A player that begins with one segment has played it before it learns of the next. */
const MIN_LISTED_SEGMENTS = 2
/** Players that have a playlist may still ask for all that it names while they play it (RFC 8216 s6.2.2). */
export const KEPT_SEGMENTS = 2 * LISTED_SEGMENTS + 2
/** As much sound of the best quality: beyond it there is less of it. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024
/** A segment begins where the one before ends, unless the wall clock says that it is this far off. */
const MAX_DRIFT_MS = 1_000
/** A segment waits so long at most for instances that do not take it. */
const MAX_UNLISTED_SAMPLES = 2 * opusSampleRate

export type TimelineOptions = {
  epoch: number
  firstNumber: number
  /** Wall clock, in milliseconds since 1970. */
  clock: { now(): number }
  /** Called when something is there that is not listed, or is listed all at once. */
  onChange: () => void
  /** Called with each segment that is listed, or will be when those of the last minute are here. */
  onSegment: (segment: Segment) => void
  /** Called once, after the last segment. */
  onEnd: () => void
}

// Members: the two ways to get segments, and what is asked of them.
/**
 * The sound of one public mount in segments, from its beginning to its end; it keeps the newest. The instance that leads cuts
 * them from packets; the others take them from it as they are, and cut on from there when they lead.
 */
export class Timeline {
  readonly #options: TimelineOptions
  #run: number
  #epoch: number
  #firstNumber: number
  /** Null while another instance leads. */
  #segmenter: Segmenter | null
  /** Sent here, for when the lead changes. */
  readonly #recent = new RecentPackets()
  readonly #segments: Segment[] = []
  #bytes = 0
  readonly #followers = new Followers()
  #lastListed = -1
  /** The minute before the first segment that was taken is still to come. */
  #isFilling = false
  /** Number of those who bring segments of the instance that leads. */
  #feeders = 0
  #isClosing = false
  #isEnded = false

  constructor(options: TimelineOptions) {
    this.#options = options
    this.#run = options.epoch
    this.#epoch = options.epoch
    this.#firstNumber = options.firstNumber
    this.#segmenter = new Segmenter(options.firstNumber)
  }

  /** Names the newest segments: whoever cuts on has an epoch of its own. */
  get epoch(): number {
    return this.#epoch
  }

  /** Names the sound from its beginning to its end, whoever cuts it. */
  get run(): number {
    return this.#run
  }

  get firstNumber(): number {
    return this.#firstNumber
  }

  /** Segments are cut here. */
  get leads(): boolean {
    return this.#segmenter !== null
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Ends as soon as the last segments are brought. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Number of the segment that the next packet belongs to. */
  get nextNumber(): number {
    return this.#segmenter?.number ?? this.#border.number
  }

  /** Number of the last segment that what was sent so far is in. */
  get lastNumber(): number {
    return this.#segmenter?.isAtBorder === false ? this.nextNumber : this.nextNumber - 1
  }

  /** Segments of the live playlist; none while those of the last minute are still brought, or there is just the first. */
  get listed(): readonly Segment[] {
    const listed = this.#segments.filter(({ number }) => number <= this.#lastListed).slice(-LISTED_SEGMENTS)
    const isPlayable = listed.length >= MIN_LISTED_SEGMENTS || this.#isClosing
    return isPlayable && !this.#isFilling ? listed : []
  }

  /** The last segment that was cut. */
  get last(): Segment | undefined {
    return this.#segments.at(-1)
  }

  /** Number of the segment before those that are here, where the last minute has it; null: all of that is here. */
  get missing(): number | null {
    const first = this.#segments[0]?.number ?? 0
    const isWhole = this.#segments.length >= LISTED_SEGMENTS || this.#bytes > MAX_KEPT_BYTES / 2
    return this.leads || isWhole || first <= this.#firstNumber ? null : first - 1
  }

  /** A segment that is kept. */
  find(number: number): Segment | undefined {
    return this.#segments.find((segment) => segment.number === number)
  }

  hasEpoch(epoch: number): boolean {
    return epoch === this.#epoch || this.#segments.some((segment) => segment.epoch === epoch)
  }

  /** Takes the packets of a page. It waits for nothing. */
  append(packets: readonly Uint8Array[]): void {
    if (this.#isEnded) return
    this.#recent.push(packets)
    for (const cut of this.#segmenter?.push(packets) ?? []) this.#add(cut)
    this.#list()
  }

  /** An instance that follows asks for what comes after the segment of this number, or for all. */
  noteFollower(name: string, lastNumber: number | null): void {
    this.#followers.note(name, lastNumber, this.#segmenter?.positionInSamples ?? 0)
    this.#list()
  }

  /** Cuts from now on, from where the instance that led before has left it. Idempotent. */
  lead(): void {
    if (this.#segmenter || this.#isEnded) return
    const before = this.last
    const nowMs = this.#options.clock.now()
    this.#epoch = nextEpoch(nowMs, this.#epoch)
    this.#segmenter = new Segmenter(this.#firstNumber, this.#border)
    this.#followers.clear()
    this.#isFilling = false
    this.append(this.#recent.takeAfter(before?.bytes ?? null))
  }

  /** Leaves it to another instance to cut: a segment that is not whole, or not listed, is cut there. Idempotent. */
  follow(): void {
    this.#segmenter = null
    while ((this.last?.number ?? -1) > this.#lastListed)
      this.#bytes -= this.#segments.pop()?.bytes.length ?? 0
  }

  /** Somebody brings segments from the instance that leads, until the function that this gives is called. */
  beFed(): () => void {
    this.#feeders += 1
    return () => {
      this.#feeders -= 1
      if (this.#isClosing && this.#feeders === 0) this.#end()
    }
  }

  /** Takes the next segment of a run from the instance that leads, or the one before the first; others are left out. */
  take(segment: Segment, { run, firstNumber }: { run: number; firstNumber: number }): void {
    if (this.leads || this.#isEnded) return
    const { last } = this
    if (last && run === this.#run && segment.number <= last.number) {
      if (segment.number === this.missing) this.#keepBefore(segment)
      return
    }
    // A playlist has no gaps.
    if (last && (run !== this.#run || segment.number > last.number + 1)) this.#forgetAll()
    if (!this.last) this.#isFilling = true
    this.#run = run
    this.#epoch = segment.epoch
    this.#firstNumber = firstNumber
    this.#keep(segment)
    this.#listUpTo(segment)
  }

  /** All of the last minute that there was to be had is here. Idempotent. */
  filled(): void {
    if (!this.#isFilling) return
    this.#isFilling = false
    this.#options.onChange()
  }

  /** Ends it with what there is of the last segment; idempotent. */
  close(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    for (const cut of this.#segmenter?.rest() ?? []) this.#add(cut)
    for (const segment of this.#unlisted) this.#listUpTo(segment)
    this.#isFilling = false
    if (this.leads || this.#feeders === 0) this.#end()
  }

  get #border(): Border {
    const { last } = this
    return last
      ? { number: last.number + 1, inSamples: last.endInSamples }
      : { number: this.#firstNumber, inSamples: 0 }
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#options.onEnd()
  }

  #forgetAll(): void {
    this.#segments.length = 0
    this.#bytes = 0
  }

  #add(cut: Cut): void {
    this.#keep({ ...cut, epoch: this.epoch, startMs: this.#startOf(cut) })
    this.#options.onChange()
    this.#list()
  }

  get #unlisted(): Segment[] {
    return this.#segments.filter(({ number }) => number > this.#lastListed)
  }

  /** Players learn of a segment when every instance has it: whichever leads next cuts on from its end. */
  #list(): void {
    const now = this.#segmenter?.positionInSamples ?? 0
    for (const segment of this.#unlisted) {
      const isLate = now - segment.endInSamples >= MAX_UNLISTED_SAMPLES
      if (!isLate && !this.#followers.allHave(segment.number, now)) return
      this.#listUpTo(segment)
    }
  }

  #listUpTo(segment: Segment): void {
    this.#lastListed = segment.number
    this.#options.onSegment(segment)
  }

  #keep(segment: Segment): void {
    this.#segments.push(segment)
    this.#bytes += segment.bytes.length
    while (this.#segments.length > KEPT_SEGMENTS || this.#bytes > MAX_KEPT_BYTES)
      this.#bytes -= this.#segments.shift()?.bytes.length ?? 0
  }

  #keepBefore(segment: Segment): void {
    this.#segments.unshift(segment)
    this.#bytes += segment.bytes.length
    this.#options.onSegment(segment)
  }

  #startOf({ durationInSamples }: Cut): number {
    const nowMs = this.#options.clock.now() - (durationInSamples / opusSampleRate) * 1_000
    const before = this.last
    const goesOnMs = before ? endOf(before) : nowMs
    return Math.abs(goesOnMs - nowMs) > MAX_DRIFT_MS ? nowMs : goesOnMs
  }
}
