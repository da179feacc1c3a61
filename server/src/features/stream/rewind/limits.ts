/** Listeners of a mount who are behind what is live: each has a read of its own, every two seconds. */
export const MAX_REWINDS = 1_000
