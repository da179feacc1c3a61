/** Anyone who asks looks at it about once a second; what is much longer was no time in which anything could be read. */
const LONGEST_STEP_MS = 2_000

/**
 * Monotonic milliseconds that pass only while this process runs: from `now`, less the time for which it was stopped or
 * held up. Whose silence is measured by it is not taken for dead because of ours. To be asked about once a second.
 */
export function createWakingClock(now: () => number): () => number {
  let lastMs = now()
  let lostMs = 0
  return () => {
    const atMs = now()
    lostMs += Math.max(0, atMs - lastMs - LONGEST_STEP_MS)
    lastMs = atMs
    return atMs - lostMs
  }
}
