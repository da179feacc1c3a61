/** Where the time comes from: milliseconds since 1970. Tests pass their own. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
