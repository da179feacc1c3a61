import { randomInt } from 'node:crypto'

/** Instances may begin in the same millisecond, and addresses are to be different. */
const PER_MS = 100

/** Name of a run of sound that begins now: higher than the one before. */
export function nextEpoch(nowMs: number, before: number): number {
  return Math.max(nowMs * PER_MS + randomInt(PER_MS), before + 1)
}

/** Wall clock at the beginning of a run, in milliseconds since 1970, or later where the clock was set back. */
export function epochMs(epoch: number): number {
  return epoch / PER_MS
}
