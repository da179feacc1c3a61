import type { HandOver } from '@carillon/contract/broadcasts/hand-over'
import { MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'

/** From here on the seconds count. */
const EXACT_BELOW_MS = 5 * MINUTE_MS
/** The last seconds, in which nobody should begin a song. */
export const CLOSE_MS = 10 * SECOND_MS
/** Times before a hand-over that are said aloud, the longest first, in seconds. */
const MARKS = [300, 60, 10]

/** Time until a hand-over: `in 12 min`, `in 4:09`, from five minutes on to the second; null when it has passed. */
export function timeLeft(atMs: number, nowMs: number): string | null {
  const leftMs = atMs - nowMs
  if (leftMs <= 0) return null
  if (leftMs > EXACT_BELOW_MS) return `in ${Math.ceil(leftMs / MINUTE_MS)} min`
  const seconds = Math.ceil(leftMs / SECOND_MS)
  return `in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The mark that was passed between two looks, in words: "5 minutes", "1 minute", "10 seconds"; null for none. */
export function passedMark(atMs: number, beforeMs: number, nowMs: number): string | null {
  const isPassed = (mark: number) => {
    const markMs = atMs - mark * SECOND_MS
    return beforeMs < markMs && nowMs >= markMs
  }
  const mark = MARKS.findLast(isPassed)
  if (mark === undefined) return null
  if (mark < 60) return `${mark} seconds`
  return mark === 60 ? '1 minute' : `${mark / 60} minutes`
}

/** State of the next DJ: whether they wait, and whether they can be heard. */
export type Presence = 'ready' | 'no-sound' | 'not-here' | 'late'

export function presenceOf({ next, at }: HandOver, nowMs: number): Presence {
  if (next?.isReady) return 'ready'
  if (next?.standingBySince) return 'no-sound'
  return at && Date.parse(at) <= nowMs ? 'late' : 'not-here'
}
