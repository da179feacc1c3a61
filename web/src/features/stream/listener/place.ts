import { type EngineMetrics, WATCH_MS } from './engine.ts'

/**
 * Place of somebody who went back, in a show or between shows: at `atMs` they hear what was sent then. It goes on with the
 * clock from `sinceMs`; null while it stands still: paused, or nothing sounds. Both by the browser's clock, in ms.
 */
export type Place = { atMs: number; sinceMs: number | null }

/** Distance behind what is live. */
export function behindMs({ atMs, sinceMs }: Place, now: number): number {
  return Math.max(0, (sinceMs ?? now) - atMs)
}

/**
 * The same place, standing still from now on. Where nothing was reported for longer than an engine takes for it, the sound
 * stood still by then, or the whole computer did.
 */
export function heldPlace({ atMs, sinceMs }: Place, now: number): Place {
  const playedMs = sinceMs === null ? 0 : Math.min(WATCH_MS, Math.max(0, now - sinceMs))
  return { atMs: atMs + playedMs, sinceMs: null }
}

/** The place of what sounds, by the engine that plays it. */
export function soundingPlace({ delayMs }: EngineMetrics, now: number): Place {
  return { atMs: now - delayMs, sinceMs: now }
}
