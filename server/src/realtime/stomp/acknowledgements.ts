import type { Version } from './versions.ts'

/** Acknowledgement modes of a subscription: STOMP 1.2, SUBSCRIBE ack Header. */
export const ACK_MODES = ['auto', 'client', 'client-individual'] as const
export type AckMode = (typeof ACK_MODES)[number]

/** More messages than this may not wait for their ACK, over all subscriptions of a connection. */
export const MAX_UNACKNOWLEDGED = 1_000

/** A message by its names; with STOMP 1.0 the subscription may be left out. */
export type Acknowledged = { messageId: string; subscriptionId: string | undefined }

type Waiting = { messageId: string; subscriptionId: string | null; mode: AckMode }

/**
 * The messages that a client has yet to ACK or NACK. Topics keep nothing, so a NACK discards its message as ACK does
 * (STOMP 1.2, NACK: "The exact behavior is server specific").
 */
export class Acknowledgements {
  #waiting: Waiting[] = []

  get isFull(): boolean {
    return this.#waiting.length > MAX_UNACKNOWLEDGED
  }

  add(subscriptionId: string | null, mode: AckMode, messageIds: readonly string[]): void {
    for (const messageId of messageIds) this.#waiting.push({ messageId, subscriptionId, mode })
  }

  forget(subscriptionId: string | null): void {
    this.#waiting = this.#waiting.filter((one) => one.subscriptionId !== subscriptionId)
  }

  /** Settles a message, in mode `client` all earlier ones of its subscription too. False: none waits under that name. */
  settle(named: Acknowledged): boolean {
    const index = this.#waiting.findIndex(
      ({ messageId, subscriptionId }) =>
        messageId === named.messageId &&
        (named.subscriptionId === undefined || named.subscriptionId === subscriptionId),
    )
    const found = this.#waiting[index]
    if (!found) return false
    this.#waiting = this.#waiting.filter((one, at) => {
      const isEarlier = found.mode === 'client' && one.subscriptionId === found.subscriptionId && at < index
      return one !== found && !isEarlier
    })
    return true
  }
}

/** The value of a MESSAGE's `ack` header: one delivery of one message. */
export function ackId(messageId: string, subscriptionId: string | null): string {
  return `${messageId}/${subscriptionId ?? ''}`
}

/**
 * Name of the message in an ACK or NACK: `id` since 1.2, `message-id` and `subscription` before. Null: there is none.
 */
export function acknowledged(headers: ReadonlyMap<string, string>, version: Version): Acknowledged | null {
  if (version === '1.2') return readAckId(headers.get('id'))
  const messageId = headers.get('message-id')
  const subscriptionId = headers.get('subscription')
  if (messageId === undefined || (version === '1.1' && subscriptionId === undefined)) return null
  return { messageId, subscriptionId }
}

function readAckId(id: string | undefined): Acknowledged | null {
  const [, messageId, subscriptionId] = /^(\d+)\/(.*)$/s.exec(id ?? '') ?? []
  return messageId === undefined ? null : { messageId, subscriptionId }
}
