/** Where the time comes from: milliseconds since 1970. Tests pass their own. */
export type Clock = { now(): number }

/** The time of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
