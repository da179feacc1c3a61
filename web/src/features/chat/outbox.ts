import { ApiError, messageOf } from '../../api/api-error.ts'

/** No more messages than this wait to be taken. */
export const MAX_OUTGOING = 20

/** A message of the viewer that the station has not taken yet; `localId` is also its key. */
export type Outgoing = { localId: string; content: string; atMs: number } & (
  | { state: 'sending' }
  | { state: 'failed'; reason: string; retryAtMs: number; isUncertain: boolean }
)

/**
 * Marks a message as failed: why, and from when on it may be tried again. Without an answer it may have arrived after
 * all.
 */
export function failed(message: Outgoing, error: unknown, nowMs: number): Outgoing {
  const { localId, content, atMs } = message
  return {
    localId,
    content,
    atMs,
    state: 'failed',
    reason: messageOf(error, 'Could not be sent.'),
    retryAtMs: nowMs + 1_000 * retryAfterSeconds(error),
    isUncertain: error instanceof ApiError && error.status === 0,
  }
}

export function sending({ localId, content }: Outgoing, nowMs: number): Outgoing {
  return { localId, content, atMs: nowMs, state: 'sending' }
}

/** Seconds that the station wants to be left alone; 0 when it said nothing of the kind. */
export function retryAfterSeconds(error: unknown): number {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 1) : 0
}
