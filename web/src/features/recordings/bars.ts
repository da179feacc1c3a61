/** Less than this is drawn as this: silence is still a place one can go to. */
const LEAST = 0.05
/** Recordings as quiet as this are drawn as quiet: noise is no music. */
const QUIET = 0.02

/**
 * The heights of `count` bars, 0 to 1, from the peaks of a recording: each is the average of its part. The loudest bar is
 * full, as what counts is the shape. No peaks give bars of the least height.
 */
export function barsOf(peaks: readonly number[], count: number): number[] {
  const averages = Array.from({ length: count }, (_, bar) => averageOf(partOf(peaks, bar / count, 1 / count)))
  const loudest = Math.max(QUIET, ...averages)
  return averages.map((average) => Math.max(LEAST, average / loudest))
}

/** At least one peak, where there are fewer than bars. */
function partOf(peaks: readonly number[], from: number, length: number): readonly number[] {
  const first = Math.floor(from * peaks.length)
  return peaks.slice(first, Math.max(first + 1, Math.floor((from + length) * peaks.length)))
}

function averageOf(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length)
}
