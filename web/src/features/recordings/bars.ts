/** Less than this is drawn as this: silence is still a place one can go to. */
const LEAST = 0.05
/** Recordings as quiet as this are drawn as quiet: noise is no music. */
const QUIET = 0.02

/**
 * The heights of `count` bars, 0 to 1, from the peaks of a recording. The loudest bar is full: what counts is the shape.
 * No peaks give bars of the least height.
 */
export function barsOf(peaks: readonly number[], count: number): number[] {
  const loudest = Math.max(QUIET, ...peaks)
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar / count) * peaks.length)
    const until = Math.max(from + 1, Math.floor(((bar + 1) / count) * peaks.length))
    const height = Math.max(0, ...peaks.slice(from, until)) / loudest
    return Math.max(LEAST, height)
  })
}
