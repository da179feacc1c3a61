import { type Arrival, leastMarginMs, remembered } from './arrivals.ts'
import {
  grownMarginMs,
  HICCUP_MS,
  playbackRate,
  STABLE_MS,
  START_MARGIN_MS,
  shrunkMarginMs,
  skipMs,
  startLevelMs,
} from './jitter-buffer.ts'

/** Levels are judged over this long: four pages and what the way adds to their distance. */
const WINDOW_MS = 2_000

type Sample = { at: number; lowestMs: number; highestMs: number }
export type Tuning = { rate: number; startLevelMs: number; skipMs: number }

/** Watches the ring's levels and says how fast to play, what to hold before sounding, and what to leap over. */
export class JitterControl {
  #marginMs = START_MARGIN_MS
  #samples: Sample[] = []
  #arrivals: Arrival[] = []
  /** Length of what has come of the stream, in ms. */
  #receivedMs = 0
  #startedAt: number | undefined
  #stableSince = 0
  #underruns = 0
  /** When each hiccup, one underrun or several in a row, began, in ms; at most the last 16. */
  hiccupTimes: number[] = []

  get marginMs(): number {
    return this.#marginMs
  }

  /** The highest level of the window: what the ring holds just after a page came. */
  get highestMs(): number {
    return Math.max(0, ...this.#samples.map((sample) => sample.highestMs))
  }

  /** Sound came, at the time `now`, of this length; both in ms. */
  arrived(now: number, durationMs: number): void {
    this.#arrivals = [...remembered(this.#arrivals, now), { atMs: now, beginsAtMs: this.#receivedMs }]
    this.#receivedMs += durationMs
  }

  /** Takes one report of the ring at the time `now`, in ms. */
  observe(now: number, level: { lowestMs: number; highestMs: number; underruns: number }): Tuning {
    this.#startedAt ??= now
    if (level.underruns > this.#underruns) this.#onUnderrun(now, level.underruns)
    this.#samples = this.#samples.filter((sample) => now - sample.at < WINDOW_MS)
    this.#samples.push({ at: now, lowestMs: level.lowestMs, highestMs: level.highestMs })
    const leastMs = leastMarginMs(this.#arrivals, now)
    this.#marginMs = Math.max(this.#marginMs, leastMs)
    if (now - this.#stableSince >= STABLE_MS) this.#relax(now, leastMs)
    return this.#tuning(now)
  }

  #tuning(now: number): Tuning {
    const startLevel = startLevelMs(this.#marginMs)
    const isJudged = now - (this.#samples[0]?.at ?? now) > WINDOW_MS / 2
    if (!isJudged) return { rate: 1, startLevelMs: startLevel, skipMs: 0 }
    const lowestMs = Math.min(...this.#samples.map((sample) => sample.lowestMs))
    const skip = skipMs(lowestMs, this.#marginMs, now - (this.#startedAt ?? now))
    if (skip > 0) this.#forgetLevels(now, skip)
    return { rate: playbackRate(lowestMs, this.#marginMs), startLevelMs: startLevel, skipMs: skip }
  }

  /** After a leap the window begins again, at the level that the leap leaves. */
  #forgetLevels(now: number, skippedMs: number): void {
    const highestMs = Math.max(0, this.highestMs - skippedMs)
    this.#samples = [{ at: now, lowestMs: this.#marginMs, highestMs }]
  }

  #onUnderrun(now: number, underruns: number): void {
    this.#underruns = underruns
    this.#stableSince = now
    this.#samples = []
    if (now - (this.hiccupTimes.at(-1) ?? Number.NEGATIVE_INFINITY) < HICCUP_MS) return
    this.hiccupTimes = [...this.hiccupTimes, now].slice(-16)
    this.#marginMs = grownMarginMs(this.#marginMs)
  }

  #relax(now: number, leastMs: number): void {
    if (this.#stableSince > 0) this.#marginMs = shrunkMarginMs(this.#marginMs, leastMs)
    this.#stableSince = now
  }
}
