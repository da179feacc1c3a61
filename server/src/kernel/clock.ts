import { LAST_YEAR } from '@carillon/contract/time'

/** Source of the time: milliseconds since 1970. Tests pass their own. */
export type Clock = { now(): number }

/**
 * Reserve at the end of the clock: a session or a default end that begins at its last moment still ends in a year that may
 * be stored.
 */
const LAST_MS = Date.UTC(LAST_YEAR, 0, 1)

/** The time of the machine; a clock that stands outside the years that may be stored is taken for the nearest of them. */
export const systemClock: Clock = { now: () => withinStorableYears(Date.now()) }

/** The nearest moment that a clock of a station may show. */
export function withinStorableYears(ms: number): number {
  return Math.min(Math.max(ms, 0), LAST_MS)
}
