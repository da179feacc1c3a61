import { deleteMessage, listMessages, postMessage } from '@carillon/contract/chat/endpoints'
import { CHAT_HISTORY_SIZE, type ChatMessage, MAX_CHAT_HISTORY_SIZE } from '@carillon/contract/chat/schemas'
import type { Call } from '../../api/client.ts'

/** More than this is not fetched at once, however long the page was away. */
const MAX_PAGES = 10

/** Some of the newest messages, oldest first; `reachesStart` when nothing came before. */
export type Newest = { messages: ChatMessage[]; reachesStart: boolean }

export type ChatCalls = {
  /** The newest messages, back to one that is known: what came since, and a page at least. */
  newest(backToId: number, signal: AbortSignal): Promise<Newest>
  before(id: number, signal: AbortSignal): Promise<Newest>
  /** The same key never says it twice. */
  post(content: string, key: string): Promise<ChatMessage>
  remove(id: number): Promise<void>
}

/** The calls of one broadcast's chat. They throw ApiError. */
export function createChatCalls(call: Call, broadcastId: number): ChatCalls {
  const params = { broadcastId }
  const page = async (before: number | undefined, limit: number, signal: AbortSignal): Promise<Newest> => {
    const query = before === undefined ? { limit } : { before, limit }
    const messages = await call(listMessages, { params, query, signal })
    return { messages, reachesStart: messages.length < limit }
  }
  return {
    async newest(backToId, signal) {
      const limit = backToId === 0 ? CHAT_HISTORY_SIZE : MAX_CHAT_HISTORY_SIZE
      let all = await page(undefined, limit, signal)
      for (let pages = 1; pages < MAX_PAGES && !reaches(all, backToId); pages += 1) {
        const older = await page(all.messages[0]?.id, limit, signal)
        all = { messages: [...older.messages, ...all.messages], reachesStart: older.reachesStart }
      }
      return all
    },
    before: (id, signal) => page(id, CHAT_HISTORY_SIZE, signal),
    post: (content, key) => call(postMessage, { params, body: { content }, idempotencyKey: key }),
    async remove(id) {
      await call(deleteMessage, { params: { id } })
    },
  }
}

function reaches({ messages, reachesStart }: Newest, id: number): boolean {
  return id === 0 || reachesStart || (messages[0]?.id ?? 0) <= id
}
