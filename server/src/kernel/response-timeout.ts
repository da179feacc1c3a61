/** A turn of the loop that took longer than one step counts as one. */
const STEPS = 4

/**
 * Calls `onLate` once nothing has been answered for so long, unless the returned function was called. Only time in which
 * this process could read counts: what came while it was busy with something else is read before it is judged.
 */
export function limitAnswer(limitMs: number, onLate: () => void): () => void {
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
