import { MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'
import { opusSampleRate } from '@carillon/media/opus/packet'
import type { Log } from '../../../ports.ts'
import type { Hls } from '../hls.ts'
import type { Segment } from '../segment.ts'
import type { Timeline } from '../timeline.ts'
import { Bucket, type BucketSettings, type StoredObject } from './bucket.ts'
import type { FailureKind } from './bucket-failure.ts'
import {
  type NamedText,
  namesFor,
  PLAYLISTS,
  playlistObject,
  playlistsOf,
  segmentObjects,
  type Taken,
  takenOf,
} from './named-objects.ts'
import { PushHealth } from './push-health.ts'
import { PushedObjects } from './pushed-objects.ts'

/** Time until a store is tried again that did not take something, unless the next segment comes before. */
const RETRY_MS = 2 * SECOND_MS
/** Time until a deletion is looked for where none is planned. */
const MAX_REST_MS = MINUTE_MS

export type HlsPushOptions = {
  hls: Hls
  settings: BucketSettings
  /** Wall clock, in milliseconds since 1970. */
  clock: { now(): number }
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
}

/** Counts since the process began; seconds of sound that are listed here and not in the bucket, null where it is not for us to push. */
export type HlsPushMetrics = {
  segments: number
  failures: Readonly<Record<FailureKind, number>>
  behindSeconds: number | null
}

// Members: what is in the bucket and how it went decide together what is put next.
/**
 * Puts what is live into a bucket, while this instance leads: each segment, then the playlist, which names only what is
 * there. One request at a time; nothing waits for it, and it keeps no sound: while the store is away, segments that the
 * station lists no longer are left out. It begins at once; `close` ends it.
 */
export class HlsPush {
  readonly #options: HlsPushOptions
  readonly #bucket: Bucket
  readonly #health: PushHealth
  readonly #objects = new PushedObjects()
  /** Playlists in the bucket, by name. */
  readonly #playlists = new Map<string, string>()
  readonly #stopped = new AbortController()
  readonly #working: Promise<void>
  #segments = 0
  /** End of what the playlist in the bucket names. */
  #end: { run: number; inSamples: number } | null = null

  constructor(options: HlsPushOptions) {
    this.#options = options
    this.#bucket = new Bucket(options)
    this.#health = new PushHealth(options.log)
    // A station that was killed may have left them. Where nothing comes on air they go as after an end.
    for (const name of PLAYLISTS) this.#objects.add(name)
    this.#working = this.#work()
  }

  metrics(): HlsPushMetrics {
    const { failures } = this.#health
    return { segments: this.#segments, failures, behindSeconds: this.#behindSeconds() }
  }

  /** Ends a request that is under way. What is in the bucket stays as it is. Idempotent. */
  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#working
  }

  async #work(): Promise<void> {
    const { hls, now } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const act = this.#next()
      const restMs = Math.ceil(Math.min(MAX_REST_MS, this.#objects.msUntilDue(now())))
      // Nothing is awaited between these two: no change is missed.
      await (act ? act() : hls.untilChange(restMs, signal))
    }
  }

  /** The next thing to do; null where that is to wait. */
  #next(): (() => Promise<unknown>) | null {
    const { hls, now } = this.#options
    const timeline = hls.newest
    if (timeline?.leads && this.#isBehind(timeline)) return () => this.#push(timeline)
    if (!timeline?.leads) this.#leaveTo(timeline)
    return this.#objects.msUntilDue(now()) > 0 ? null : () => this.#deleteOne()
  }

  #isBehind({ listed, isEnded }: Timeline): boolean {
    const { live, main } = playlistsOf(listed.map(takenOf), isEnded)
    return [live, main].some(({ name, text }) => this.#playlists.get(name) !== text)
  }

  /** Nothing is on air, or another instance leads it: then the playlists are for that one to delete. */
  #leaveTo(timeline: Timeline | undefined): void {
    if (timeline) for (const name of PLAYLISTS) this.#forget(name)
    this.#objects.name(timeline ? namesFor(timeline.listed) : new Set(), this.#options.now())
  }

  /** Puts what is listed now, oldest first. What the timeline forgets meanwhile is left out with all before it. */
  async #push(timeline: Timeline): Promise<void> {
    const { isEnded } = timeline
    const before = this.#segments
    let taken: Taken[] = []
    for (const segment of timeline.listed.map(takenOf)) {
      const kept = timeline.find(segment.number)
      if (kept?.epoch !== segment.epoch) taken = []
      else if (await this.#putSegment(kept)) taken.push(segment)
      else return this.#rest()
    }
    if (!timeline.leads || taken.length === 0) return
    if (!(await this.#putPlaylists(timeline, taken, isEnded))) return this.#rest()
    // As many go as came, also where there is always something to put.
    for (let count = before; count <= this.#segments; count++) if (!(await this.#deleteOne())) return
  }

  async #putSegment(segment: Segment): Promise<boolean> {
    for (const { name, object } of segmentObjects(segment)) {
      if (this.#objects.has(name)) continue
      if (!(await this.#put(name, object))) return false
      if (object.bytes === segment.bytes) this.#segments += 1
    }
    return true
  }

  async #putPlaylists(timeline: Timeline, taken: readonly Taken[], isEnded: boolean): Promise<boolean> {
    const { live, main } = playlistsOf(taken, isEnded)
    if (!(await this.#putPlaylist(live))) return false
    this.#end = { run: timeline.run, inSamples: taken.at(-1)?.endInSamples ?? 0 }
    // After an end players need all of it for as long as the station keeps it.
    this.#objects.name(isEnded ? new Set() : namesFor(taken), this.#options.now())
    if (!(await this.#putPlaylist(main))) return false
    this.#health.succeeded('put')
    return true
  }

  async #putPlaylist({ name, text }: NamedText): Promise<boolean> {
    if (this.#playlists.get(name) === text) return true
    const isPut = await this.#put(name, playlistObject(text))
    if (isPut) this.#playlists.set(name, text)
    return isPut
  }

  async #put(name: string, object: StoredObject): Promise<boolean> {
    const { signal } = this.#stopped
    const answer = await this.#bucket.put(name, object, signal)
    if (answer.ok) this.#objects.add(name)
    else if (!signal.aborted) this.#health.failed('put', answer.failure)
    return answer.ok
  }

  /** Deletes an object that nobody needs any more; false where there is none, or the store does not. */
  async #deleteOne(): Promise<boolean> {
    const { signal } = this.#stopped
    const { now } = this.#options
    const name = this.#objects.due(now())
    if (name === null) return false
    const answer = await this.#bucket.delete(name, signal)
    if (answer.ok) {
      this.#forget(name)
      this.#health.succeeded('delete')
    } else {
      if (!signal.aborted) this.#health.failed('delete', answer.failure)
      this.#objects.postpone(name, now())
    }
    return answer.ok
  }

  #forget(name: string): void {
    this.#objects.forget(name)
    this.#playlists.delete(name)
  }

  /** Waits until a store that failed is to be tried again. */
  #rest(): Promise<void> {
    return this.#options.hls.untilChange(RETRY_MS, this.#stopped.signal)
  }

  #behindSeconds(): number | null {
    const timeline = this.#options.hls.newest
    const [first] = timeline?.listed ?? []
    const last = timeline?.listed.at(-1)
    if (!timeline?.leads || !first || !last) return null
    const isOurs = this.#end?.run === timeline.run
    const fromSamples = isOurs ? (this.#end?.inSamples ?? 0) : first.endInSamples - first.durationInSamples
    return (last.endInSamples - fromSamples) / opusSampleRate
  }
}
