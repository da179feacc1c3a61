import { MINUTE_MS } from '@carillon/contract/durations'
import { KEPT_AFTER_END_MS } from '../hls.ts'

/** A minute of segments, those of two minutes before it, and what goes with them. */
export const MAX_OBJECTS = 100
/** Time until an object is tried again that the store did not delete. */
const DELETE_AGAIN_MS = MINUTE_MS
const PLAYLIST = /\.m3u8$/

/**
 * Names of the objects that were put into the bucket and not yet deleted. Times are monotonic milliseconds. Beyond
 * `MAX_OBJECTS` the oldest are left to the bucket's own rule.
 */
export class PushedObjects {
  /** Since when the playlist has not named it; null while it does, or is to. */
  readonly #leftAtMs = new Map<string, number | null>()

  has(name: string): boolean {
    return this.#leftAtMs.has(name)
  }

  /** It is there from now on, or once more. */
  add(name: string): void {
    this.#leftAtMs.delete(name)
    this.#leftAtMs.set(name, null)
    for (const oldest of this.#leftAtMs.keys()) {
      if (this.#leftAtMs.size <= MAX_OBJECTS) break
      this.#leftAtMs.delete(oldest)
    }
  }

  /** It was deleted, or is another instance's. */
  forget(name: string): void {
    this.#leftAtMs.delete(name)
  }

  /** Players need these from now on, and no others. */
  name(names: ReadonlySet<string>, nowMs: number): void {
    for (const [name, leftAtMs] of this.#leftAtMs)
      this.#leftAtMs.set(name, names.has(name) ? null : (leftAtMs ?? nowMs))
  }

  /** An object that nobody needs any more, playlists before those that they name; null where there is none. */
  due(nowMs: number): string | null {
    const due = [...this.#leftAtMs].filter(([, leftAtMs]) => msUntilDue(leftAtMs, nowMs) <= 0)
    const names = due.map(([name]) => name)
    return names.find((name) => PLAYLIST.test(name)) ?? names[0] ?? null
  }

  /** Milliseconds until one is due; infinite where none is to be. */
  msUntilDue(nowMs: number): number {
    const times = [...this.#leftAtMs.values()].map((leftAtMs) => msUntilDue(leftAtMs, nowMs))
    return Math.max(0, Math.min(...times, Number.POSITIVE_INFINITY))
  }

  /** The store did not delete it. */
  postpone(name: string, nowMs: number): void {
    if (this.has(name)) this.#leftAtMs.set(name, nowMs - KEPT_AFTER_END_MS + DELETE_AGAIN_MS)
  }
}

function msUntilDue(leftAtMs: number | null, nowMs: number): number {
  return leftAtMs === null ? Number.POSITIVE_INFINITY : leftAtMs + KEPT_AFTER_END_MS - nowMs
}
