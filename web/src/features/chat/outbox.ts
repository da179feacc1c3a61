import type { ChatMessage } from '@carillon/contract/chat/schemas'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { createStore, type Store } from '../../lib/store.ts'

/** No more messages than this wait to be taken. */
export const MAX_OUTGOING = 20
/** Chats whose messages that were not taken are kept, the newest ones. */
const MAX_OUTBOXES = 8

/** A message of the viewer that the station has not taken yet; `localId` is also its key. */
export type Outgoing = { localId: string; content: string; atMs: number } & (
  | { state: 'sending' }
  | { state: 'failed'; reason: string; retryAtMs: number; isUncertain: boolean }
)

/** Messages that the station has not taken yet. They outlive the room that shows them: the next one goes on with them. */
export class Outbox {
  readonly messages: Store<readonly Outgoing[]> = createStore<readonly Outgoing[]>([])
  readonly #answers = new Map<string, Promise<ChatMessage>>()

  /** The answer to a message: of the call that is under way, or of the one that `post` begins. */
  answerTo({ localId }: Outgoing, post: () => Promise<ChatMessage>): Promise<ChatMessage> {
    const underWay = this.#answers.get(localId)
    if (underWay) return underWay
    const answer = post().finally(() => this.#answers.delete(localId))
    this.#answers.set(localId, answer)
    return answer
  }
}

const outboxes = new Map<string, Outbox>()

/** The outbox of a viewer in one chat, the same for all of its rooms. */
export function outboxOf(viewerId: number, broadcastId: number): Outbox {
  const key = `${viewerId}/${broadcastId}`
  const outbox = outboxes.get(key) ?? new Outbox()
  outboxes.delete(key)
  outboxes.set(key, outbox)
  const [oldest] = outboxes.keys()
  if (outboxes.size > MAX_OUTBOXES && oldest !== undefined) outboxes.delete(oldest)
  return outbox
}

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
