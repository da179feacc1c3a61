/** Level of the ring before the first sound, in ms: one page, which is 240 or 300 ms long, and the margin. */
export const START_BUFFER_MS = 400
/** Margin that should still be there when the next page arrives, in ms. */
export const START_MARGIN_MS = 120
export const MIN_MARGIN_MS = 80
export const MAX_MARGIN_MS = 1_600
/** Calm time before the margin shrinks. */
export const STABLE_MS = 10_000
const SHRINK = 0.9
const GROWTH = 1.5
/** Seventeen cents of pitch at most, and only while far too much is held; eight cents when too little is. */
const MOST_FASTER = 0.01
const MOST_SLOWER = 0.005
const DEAD_BAND_MS = 30
/** Excess that is corrected at full speed; below it the correction is gentler. */
const FULL_CORRECTION_MS = 600
const STARTING_MS = 10_000
const SKIP_OVER_STARTING_MS = 350
const SKIP_OVER_MS = 900
/** Underruns this close together are one hiccup of a busy machine, not several of the network. */
export const HICCUP_MS = 2_000
/** More than this many hiccups in the window, and the network cannot carry the near engine. */
export const MAX_HICCUPS = 3
export const HICCUP_WINDOW_MS = 60_000

/** The margin after a hiccup: half as much again. */
export function grownMarginMs(marginMs: number): number {
  return Math.min(MAX_MARGIN_MS, Math.round(marginMs * GROWTH))
}

/** The margin after a calm spell: a tenth less, never under the least that arrivals ask for. */
export function shrunkMarginMs(marginMs: number, leastMs: number): number {
  return Math.max(leastMs, Math.round(marginMs * SHRINK))
}

/** Level at which the ring sounds (again): the margin and the page being played. */
export function startLevelMs(marginMs: number): number {
  return marginMs + START_BUFFER_MS - START_MARGIN_MS
}

/**
 * Playback rate at which the recent lowest level drifts to the margin: 1 inside the dead band, at most one percent
 * faster when too much is held, half a percent slower when too little is.
 */
export function playbackRate(lowestMs: number, marginMs: number): number {
  const excessMs = lowestMs - marginMs
  if (Math.abs(excessMs) < DEAD_BAND_MS) return 1
  const change = (excessMs / FULL_CORRECTION_MS) * MOST_FASTER
  return 1 + Math.max(-MOST_SLOWER, Math.min(MOST_FASTER, change))
}

/** Milliseconds to leap over because playing faster would take minutes: late burst bytes, a tab that slept. */
export function skipMs(lowestMs: number, marginMs: number, ageMs: number): number {
  const excessMs = lowestMs - marginMs
  const bar = ageMs < STARTING_MS ? SKIP_OVER_STARTING_MS : SKIP_OVER_MS
  return excessMs > bar ? excessMs : 0
}

/** Whether the network starves this engine: too many hiccups within the window. Times in ms. */
export function isStarved(hiccupTimes: readonly number[], now: number): boolean {
  return hiccupTimes.filter((time) => now - time < HICCUP_WINDOW_MS).length > MAX_HICCUPS
}
