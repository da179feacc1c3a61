import { durationOf, SAMPLES_PER_MS, type Timed } from '../../mount/pacer.ts'

/** Sound sent at once at most: as long as the longest page of the mount, so that it becomes one. */
export const MAX_SLICE_MS = 320
/** A page of 255 packets of 20 ms lasts 5.1 s: no arrival is longer, unless it comes late or is meant to fill memory. */
export const MAX_WAITING_MS = 6_000

/** Pages come too early or too late by so much, when networks are bad: the latest one sets the pace. */
export const MAX_DELAY_MS = 600

type Slice<T> = { packets: T[]; dueMs: number }

/**
 * Gives what an encoder sends out as a recorder would: programs fill Ogg pages of up to some seconds and send each at once,
 * the mount wants its sound in slices of about 250 ms. What arrives goes out behind what waits, evenly over the time that
 * it sounds; no arrival has to wait longer than `MAX_DELAY_MS`: what is before it goes sooner then, so that nothing
 * piles up. Pure: time is monotonic milliseconds.
 */
export class Playout<T extends Timed> {
  #slices: Slice<T>[] = []
  /** When the sound that was taken ends. */
  #endMs = Number.NEGATIVE_INFINITY
  #droppedInSamples = 0

  /** Sound dropped because too much came at once; the newest is kept. */
  get droppedInSamples(): number {
    return this.#droppedInSamples
  }

  /** Sound that waits, in milliseconds. */
  get waitingMs(): number {
    return durationOf(this.#slices.flatMap(({ packets }) => packets)) / SAMPLES_PER_MS
  }

  /** Takes what arrived at once; what is due is asked for next. */
  push(packets: readonly T[], nowMs: number): void {
    if (packets.length === 0) return
    this.#hurry(this.#endMs - nowMs - MAX_DELAY_MS)
    const kept = this.#newest(packets)
    const beginMs = Math.max(nowMs, this.#endMs)
    this.#slices.push(...slicesOf(kept, beginMs))
    this.#endMs = beginMs + durationOf(kept) / SAMPLES_PER_MS
  }

  /** Takes the packets that are due. */
  take(nowMs: number): T[] {
    const count = this.#slices.findIndex(({ dueMs }) => dueMs > nowMs)
    const due = this.#slices.splice(0, count === -1 ? this.#slices.length : count)
    return due.flatMap(({ packets }) => packets)
  }

  /** Milliseconds until more is due; null when nothing waits. */
  waitMs(nowMs: number): number | null {
    const [next] = this.#slices
    return next ? Math.max(0, next.dueMs - nowMs) : null
  }

  #hurry(excessMs: number): void {
    if (excessMs <= 0) return
    for (const slice of this.#slices) slice.dueMs -= excessMs
    this.#endMs -= excessMs
  }

  #newest(packets: readonly T[]): readonly T[] {
    let excess = durationOf(packets) - MAX_WAITING_MS * SAMPLES_PER_MS
    let first = 0
    for (; excess > 0 && first < packets.length; first++) {
      const duration = packets[first]?.durationInSamples ?? 0
      excess -= duration
      this.#droppedInSamples += duration
    }
    return packets.slice(first)
  }
}

function slicesOf<T extends Timed>(packets: readonly T[], beginMs: number): Slice<T>[] {
  const total = durationOf(packets)
  const count = Math.max(1, Math.ceil(total / (MAX_SLICE_MS * SAMPLES_PER_MS)))
  const slices = Array.from({ length: count }, (_, index): Slice<T> => {
    return { packets: [], dueMs: beginMs + (index * total) / count / SAMPLES_PER_MS }
  })
  let position = 0
  for (const packet of packets) {
    slices[Math.min(count - 1, Math.floor((position * count) / Math.max(1, total)))]?.packets.push(packet)
    position += packet.durationInSamples
  }
  return slices.filter((slice) => slice.packets.length > 0)
}
