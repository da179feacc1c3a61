/**
 * The service worker's question to the pages of this browser before another page replaces one of them: who is on air answers
 * on the port that comes with it once all that was said is kept.
 */
export type KeepAllMessage = { type: 'KEEP_ALL' }
