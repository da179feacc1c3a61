import type { EngineMetrics } from './engine.ts'

/**
 * Place of somebody who went back, in a show or between shows: at `atMs` they hear what was sent then. It goes on with the
 * clock from `sinceMs`; null while it stands still: paused, or nothing sounds. Both by the browser's clock, in ms.
 */
export type Place = { atMs: number; sinceMs: number | null }

/** Distance behind what is live. */
export function behindMs({ atMs, sinceMs }: Place, now: number): number {
  return Math.max(0, (sinceMs ?? now) - atMs)
}

/** The same place, standing still from now on. */
export function heldPlace(place: Place, now: number): Place {
  return place.sinceMs === null ? place : { atMs: now - behindMs(place, now), sinceMs: null }
}

/** The place of what sounds, by the engine that plays it. */
export function soundingPlace({ delayMs }: EngineMetrics, now: number): Place {
  return { atMs: now - delayMs, sinceMs: now }
}
