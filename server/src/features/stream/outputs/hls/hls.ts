import { EventEmitter, once } from 'node:events'
import type { Log } from '../../ports.ts'
import { epochMs, nextEpoch } from './epoch.ts'
import { KeptShows, type ShowPlace } from './kept-shows.ts'
import { Mp3Segments } from './mp3-segments.ts'
import { toMultivariant, toPlaylist } from './playlist.ts'
import { MP3, MP3_VARIANT, OPUS, opusVariant } from './rendition.ts'
import type { Segment } from './segment.ts'
import { Timeline } from './timeline.ts'

/** Time for which something ended is still there: players learn of the end, and play what they were promised. */
export const KEPT_AFTER_END_MS = 120_000
/** The one that goes on, and one that has ended. */
export const MAX_RUNS = 2
/** Numbers grow by one in four seconds, and those of what begins later begin by one in two: they only rise. */
const MS_PER_FIRST_NUMBER = 2_000

export type HlsOptions = {
  /** Wall clock, in milliseconds since 1970. */
  clock: { now(): number }
  log: Log
  /** Folder on the disk of the station, which exists. */
  directory: string
  /** Path of the program; null where there is none, and then there is no MP3. */
  ffmpeg: string | null
}

const CHANGE = 'change'
/** Of each other instance, and of players: requests for what is to come. */
const MAX_WAITING = 100

/** Segment for another instance, with the run that it belongs to and the shows that are kept. */
export type HandedSegment = {
  segment: Segment
  run: number
  firstNumber: number
  shows: readonly ShowPlace[]
}

// Members: what begins and ends it, what players are given, and what other instances are.
/** The public sound as HLS: timelines of mounts, and the shows on them. Owns timers and files; `close` ends them. */
export class Hls {
  readonly shows: KeptShows
  readonly #options: HlsOptions
  readonly #mp3: Mp3Segments | null
  #timelines: Timeline[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  /** Each segment that is cut or listed, each end of a run, and when it is forgotten. */
  readonly #changes = new EventEmitter().setMaxListeners(MAX_WAITING)
  #isClosed = false

  constructor(options: HlsOptions) {
    this.#options = options
    this.shows = new KeptShows(options)
    this.#mp3 = options.ffmpeg === null ? null : new Mp3Segments(options.ffmpeg, options.log)
  }

  /** The station stops: nobody is to learn that the sound has ended. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** A public mount begins: its packets go into the timeline that this gives, until that is closed. This instance cuts them. */
  open(): Timeline {
    const { clock } = this.#options
    const before = this.#timelines.at(-1)
    before?.close()
    const epoch = nextEpoch(clock.now(), before?.epoch ?? 0)
    const firstNumber = Math.max(Math.floor(epochMs(epoch) / MS_PER_FIRST_NUMBER), before?.nextNumber ?? 0)
    const timeline: Timeline = new Timeline({
      epoch,
      firstNumber,
      clock,
      onChange: () => void this.#changes.emit(CHANGE),
      onSegment: (segment) => this.#add(segment),
      onEnd: () => {
        this.#changes.emit(CHANGE)
        this.#later(() => this.#forget(timeline))
      },
    })
    this.#timelines = [...this.#timelines, timeline].slice(-MAX_RUNS)
    return timeline
  }

  /** The next packets are the first of this show. Idempotent. */
  beginShow(broadcastId: number): void {
    const timeline = this.#timelines.at(-1)
    if (timeline?.leads && !this.#isClosed) this.shows.begin(broadcastId, timeline.nextNumber)
  }

  /** Nothing of this show comes any more. Idempotent. */
  endShow(broadcastId: number): void {
    const show = this.shows.find(broadcastId)
    const timeline = this.#timelines.at(-1)
    if (!show || !timeline) return
    if (timeline.leads) show.endIn(timeline.lastNumber)
    this.#later(() => this.shows.forget(broadcastId))
  }

  /** The last minute; null when nothing is on air, until two segments are there, and where it is not made as MP3. */
  livePlaylist(format: 'opus' | 'mp3' = 'opus'): string | null {
    const timeline = this.#timelines.at(-1)
    if (!timeline || timeline.listed.length === 0 || (format === 'mp3' && !this.#mp3)) return null
    const { listed: segments, isEnded } = timeline
    const rendition = format === 'mp3' ? MP3 : OPUS
    return toPlaylist({ segments, rendition, base: '', isEvent: false, isEnded })
  }

  /** The formats of the last minute, for players that choose; null as for `livePlaylist`. */
  multivariantPlaylist(): string | null {
    const { listed = [] } = this.#timelines.at(-1) ?? {}
    if (listed.length === 0) return null
    const opus = opusVariant(listed.map(({ bytes }) => bytes.length))
    return toMultivariant(this.#mp3 ? [opus, MP3_VARIANT] : [opus])
  }

  /** Something is on air whose first two segments are to come: they are being cut, or were not brought here yet. */
  get isLiveComing(): boolean {
    const timeline = this.#timelines.at(-1)
    return timeline?.isEnded === false && timeline.listed.length === 0
  }

  /** Segments of a show are to come, or the instance that leads has not said yet which shows there are. */
  isShowComing(broadcastId: number): boolean {
    const show = this.shows.find(broadcastId)
    if (!show) return this.isLiveComing && this.#timelines.at(-1)?.leads === false
    return !show.hasFailed && show.playlist() === null
  }

  /** A show from its beginning; null when it is not on air, or its segments are not kept or to come. */
  showPlaylist(broadcastId: number): string | null {
    return this.shows.find(broadcastId)?.playlist() ?? null
  }

  /** Something of this epoch is in memory. */
  hasEpoch(epoch: number): boolean {
    return this.#timelines.some((timeline) => timeline.hasEpoch(epoch))
  }

  /** A segment from memory; undefined when it is not there. */
  kept(epoch: number, number: number): Uint8Array | undefined {
    return this.#keptIn(epoch, number)?.find(number)?.bytes
  }

  /** The same as MP3, of what is in memory; null where it is not there. Throws MEDIA_AWAY when it cannot be encoded now. */
  async keptAsMp3(epoch: number, number: number): Promise<Uint8Array | null> {
    const timeline = this.#keptIn(epoch, number)
    const segment = timeline?.find(number)
    if (!this.#mp3 || !timeline || !segment) return null
    return this.#mp3.find(segment, timeline.find(number - 1))
  }

  /** Newest run that has a segment; it may have ended. */
  get newest(): Timeline | undefined {
    return this.#timelines.findLast(({ listed }) => listed.length > 0)
  }

  /** Run of this name, or the newest one that goes on: who asks may have led for a moment, and have cut one of its own. */
  timeline(run: number | null): Timeline | undefined {
    return (
      this.#timelines.find((timeline) => timeline.run === run) ??
      this.#timelines.findLast((timeline) => !timeline.isEnded)
    )
  }

  /** The segment after `after` for an instance that follows, or the newest where that is gone; null where it is to come. */
  handOut(timeline: Timeline, after: number | null): HandedSegment | null {
    const { last, run, firstNumber } = timeline
    const isPast = last !== undefined && (after === null || after < last.number)
    const segment = (after === null ? undefined : timeline.find(after + 1)) ?? (isPast ? last : undefined)
    if (!segment) return null
    return { segment, run, firstNumber, shows: this.shows.places }
  }

  /** Another instance cuts the segment of this number next, or has done so just now. */
  isOnItsWay(epoch: number, number: number): boolean {
    const timeline = this.#timelines.at(-1)
    return timeline?.leads === false && timeline.epoch === epoch && timeline.nextNumber === number
  }

  /** Resolves when there is another segment, or a run has ended or is forgotten, and after this many ms or with `stop` at the latest. */
  async untilChange(limitMs: number, stop?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(limitMs)
    const signal = stop ? AbortSignal.any([limit, stop]) : limit
    await once(this.#changes, CHANGE, { signal }).catch(() => undefined)
  }

  /** Takes a segment of a run that another instance leads, with what is known there of its shows. */
  take(timeline: Timeline, { segment, shows, ...run }: HandedSegment): void {
    if (timeline.leads || this.#isClosed) return
    const isOther = timeline.last !== undefined && run.run !== timeline.run
    for (const { broadcastId, firstNumber, lastNumber } of shows) {
      if (isOther) this.shows.forget(broadcastId)
      if (lastNumber === null) this.shows.begin(broadcastId, firstNumber)
      else this.shows.find(broadcastId)?.endIn(lastNumber)
    }
    timeline.take(segment, run)
  }

  /** The run of another instance has ended: nothing more comes of its shows. */
  endTaken(timeline: Timeline): void {
    this.shows.endIn(timeline.lastNumber)
    timeline.close()
  }

  /** Forgets everything; idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#changes.emit(CHANGE)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timelines = []
    await this.shows.close()
  }

  #keptIn(epoch: number, number: number): Timeline | undefined {
    return this.#timelines.find((timeline) => timeline.find(number)?.epoch === epoch)
  }

  #add(segment: Segment): void {
    this.shows.add(segment)
    this.#changes.emit(CHANGE)
  }

  #forget(timeline: Timeline): void {
    this.#timelines = this.#timelines.filter((each) => each !== timeline)
    this.#changes.emit(CHANGE)
  }

  #later(act: () => void): void {
    if (this.#isClosed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, KEPT_AFTER_END_MS).unref()
    this.#timers.add(timer)
  }
}
