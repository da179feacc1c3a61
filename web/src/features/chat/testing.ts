import type { ChatMessage } from '@carillon/contract/chat/schemas'
import { type LogEntry, withMessages } from './chat-log.ts'

const FIRST_MS = Date.parse('2026-11-20T07:00:00.000Z')

/** A message; ten seconds lie between two ids. Say only what the test is about. */
export function aMessage(id: number, given: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    broadcastId: 7,
    content: `message ${id}`,
    timestamp: new Date(FIRST_MS + id * 10_000).toISOString(),
    sender: { id: 3, name: 'Jana Ramos', role: 'LISTENER' },
    ...given,
  }
}

/** Messages of these ids. */
export function messages(...ids: number[]): ChatMessage[] {
  return ids.map((id) => aMessage(id))
}

/** The same, as the log keeps them. */
export function entriesOf(...received: ChatMessage[]): LogEntry[] {
  return [...withMessages({ entries: [], hasOlder: false }, received).entries]
}
