/** A page as a listener got it, on one monotonic clock. */
export type ArrivedPage = { atMs: number; durationMs: number; isSilent: boolean }

/**
 * Gap in which a listener hears nothing of the studio. A player plays from its first page on, one after the other; when
 * the next is not there in time it is dry until it comes. Both count: being dry, and the silence that a station puts in
 * the place of its source. Pages of a new connection are appended: until they come the player is dry. Pure.
 */
export class AudioGap {
  #playedOutAtMs: number | null = null
  #gapMs = 0

  push({ atMs, durationMs, isSilent }: ArrivedPage): void {
    const playedOutAtMs = this.#playedOutAtMs ?? atMs
    const dryMs = Math.max(0, atMs - playedOutAtMs)
    this.#gapMs += dryMs + (isSilent ? durationMs : 0)
    this.#playedOutAtMs = playedOutAtMs + dryMs + durationMs
  }

  /** Milliseconds so far, also of a player that is dry at this moment. */
  totalMs(nowMs: number): number {
    return this.#gapMs + Math.max(0, nowMs - (this.#playedOutAtMs ?? nowMs))
  }
}

/**
 * Lateness of pages against the earliest one, which is the buffer that a player needs to play them all in time. Pure.
 */
export class Lateness {
  #leastMs = Number.POSITIVE_INFINITY
  #mostMs = 0

  /** `positionMs`: where the page ends in the stream. */
  push(atMs: number, positionMs: number): void {
    this.#leastMs = Math.min(this.#leastMs, atMs - positionMs)
    this.#mostMs = Math.max(this.#mostMs, atMs - positionMs - this.#leastMs)
  }

  /** The most since the last time it was asked, in milliseconds. */
  takeMostMs(): number {
    const mostMs = this.#mostMs
    this.#mostMs = 0
    return mostMs
  }
}
