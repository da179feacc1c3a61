import { MAX_MARGIN_MS, MIN_MARGIN_MS } from './jitter-buffer.ts'

/** Time for which a late page is remembered, in ms. */
export const MEMORY_MS = 30_000
/** Time within which a late page shows in the levels themselves, in ms. */
export const RECENT_MS = 2_000

/** When sound came, and where in the stream it begins; both in ms, from any origin. */
export type Arrival = { atMs: number; beginsAtMs: number }

/**
 * The least margin that arrivals of late ask for. The lowest level of the last seconds already tells how late pages were
 * meanwhile; what was later than that within the memory is held in reserve. How a recorder cuts its sound, in slices
 * longer or shorter than the time between them, comes again and again, and asks for nothing.
 */
export function leastMarginMs(arrivals: readonly Arrival[], nowMs: number): number {
  const latest = latestWithin(arrivals, nowMs, MEMORY_MS)
  const recent = latestWithin(arrivals, nowMs, RECENT_MS)
  const reserveMs = recent === null || latest === null ? 0 : latest - recent
  return Math.min(MAX_MARGIN_MS, Math.round(MIN_MARGIN_MS + reserveMs))
}

/** Those that still count. */
export function remembered(arrivals: readonly Arrival[], nowMs: number): Arrival[] {
  return arrivals.filter(({ atMs }) => nowMs - atMs < MEMORY_MS)
}

function latestWithin(arrivals: readonly Arrival[], nowMs: number, spanMs: number): number | null {
  const delays = arrivals.flatMap(({ atMs, beginsAtMs }) =>
    nowMs - atMs < spanMs ? [atMs - beginsAtMs] : [],
  )
  return delays.length === 0 ? null : Math.max(...delays)
}
