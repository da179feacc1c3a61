/** A turn of the loop that took longer than one step counts as one. */
const STEPS = 4

/**
 * Calls `onLate` once there was no response for `limitMs`, unless the returned function was called. Only time in which
 * this process could read counts: what came while it was busy with something else is read before it is judged.
 */
export function startResponseTimeout(limitMs: number, onLate: () => void): () => void {
  let steps = STEPS
  let judging: NodeJS.Immediate | undefined
  const timer = setInterval(() => {
    steps -= 1
    if (steps > 0) return
    clearInterval(timer)
    judging = setImmediate(onLate)
  }, limitMs / STEPS)
  return () => {
    clearInterval(timer)
    clearImmediate(judging)
  }
}
