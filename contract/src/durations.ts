/** Spans of time in milliseconds. A day is 24 hours: where a station's clocks change, its days are those of `time.ts`. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
