import {
  MAX_PENDING_SONG_REQUESTS,
  SONG_REQUEST_PAUSE_SECONDS,
} from '@carillon/contract/song-requests/schemas'

const PAUSE_MS = SONG_REQUEST_PAUSE_SECONDS * 1000

/** Earlier requests of somebody. */
export type History = {
  /** When they last asked for a song, milliseconds since 1970; null for never. */
  lastMs: number | null
  /** Number of theirs that wait in this show. */
  waiting: number
}
/** Why somebody has to wait, for people, and how long. */
export type Wait = { message: string; retryAfterSeconds: number }

/**
 * Null when one more request is in order: the first one, or 30 s after the last and with fewer than five waiting. A last
 * one that lies ahead by more than the pause is from before the clock was set back, and counts no more.
 */
export function waitFor({ lastMs, waiting }: History, nowMs: number): Wait | null {
  const pauseMs = lastMs === null ? 0 : lastMs + PAUSE_MS - nowMs
  if (pauseMs > 0 && pauseMs <= 2 * PAUSE_MS) {
    const seconds = Math.min(Math.ceil(pauseMs / 1000), SONG_REQUEST_PAUSE_SECONDS)
    return { message: `Please wait ${secondsOf(seconds)} before your next song.`, retryAfterSeconds: seconds }
  }
  if (waiting < MAX_PENDING_SONG_REQUESTS) return null
  const message =
    `${MAX_PENDING_SONG_REQUESTS} of your songs are waiting. ` +
    `Please try again in ${secondsOf(SONG_REQUEST_PAUSE_SECONDS)}, or withdraw one.`
  return { message, retryAfterSeconds: SONG_REQUEST_PAUSE_SECONDS }
}

const secondsOf = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)
