import { escapeHeader } from './headers.ts'
import type { Version } from './versions.ts'

/** The part of a MESSAGE frame that one group of subscriptions shares, up to what each message brings. */
export function messageHead(subscriptionId: string | null, version: Version): string {
  if (subscriptionId === null) return 'MESSAGE\n'
  return `MESSAGE\nsubscription:${escapeHeader(subscriptionId, version)}\n`
}

/**
 * The part of a MESSAGE frame that all subscriptions share. `body` is JSON, without NUL; the destination is the
 * contract's and needs no escapes.
 */
export function messageTail(messageId: string, destination: string, body: string): string {
  const length = Buffer.byteLength(body)
  return `message-id:${messageId}\ndestination:${destination}\ncontent-type:application/json\ncontent-length:${length}\n\n${body}\0`
}
