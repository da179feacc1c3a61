import { SECOND_MS } from '@carillon/contract/durations'

/** Slow mode of a show for one person: `last` is when they last wrote in it. */
export type Pace = { isSlow: boolean; seconds: number; last: Date | null }

/** Nobody reads more of one person: without slow mode too, this many messages in this many seconds. */
export const FLOOD = { messages: 10, seconds: 10 } as const

/**
 * Whole seconds that the person still has to wait; 0 when they may write. What lies ahead by more than the wait itself
 * was written before the clock was set back, and counts no more.
 */
export function secondsToWait({ isSlow, seconds, last }: Pace, nowMs: number): number {
  if (!isSlow || !last) return 0
  const wholeMs = seconds * SECOND_MS
  const waitMs = last.getTime() + wholeMs - nowMs
  if (waitMs > 2 * wholeMs) return 0
  return Math.min(seconds, Math.max(0, Math.ceil(waitMs / SECOND_MS)))
}

/** Seconds until one more message is no flood; `tenthLast` is when the tenth from the end was written. */
export function secondsToRest(tenthLast: Date | null, nowMs: number): number {
  return secondsToWait({ isSlow: true, seconds: FLOOD.seconds, last: tenthLast }, nowMs)
}

/** `Slow mode is on. You can write again in 7 s.` */
export function slowModeSentence(waitSeconds: number): string {
  return `Slow mode is on. You can write again in ${waitSeconds} s.`
}

/** `That was fast. You can write again in 7 s.` */
export function floodSentence(waitSeconds: number): string {
  return `That was fast. You can write again in ${waitSeconds} s.`
}
