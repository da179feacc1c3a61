import type { ChatMessage } from '@carillon/contract/chat/schemas'
import type { StoredMessage } from './table.ts'

/** The wire form of a message: never the original of what is masked. */
export function presentMessage({ id, broadcastId, content, createdAt, sender }: StoredMessage): ChatMessage {
  return { id, broadcastId, content, timestamp: createdAt.toISOString(), sender }
}
