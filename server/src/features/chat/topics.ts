import type { ChatEvent } from '@carillon/contract/chat/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { ChatContext } from './ports.ts'
import { presentMessage } from './present.ts'
import type { StoredMessage } from './table.ts'

/** Tells who looks at a show's chat what was said and what was removed. */
export function createChatPublisher({ publish }: Pick<ChatContext, 'publish'>) {
  const publishEvent = (broadcastId: number, event: ChatEvent) =>
    publish(destinationFor(DESTINATIONS.chat, broadcastId), event)

  return {
    posted(stored: StoredMessage): void {
      publishEvent(stored.broadcastId, { type: 'CHAT_MESSAGE', message: presentMessage(stored) })
    },
    deleted({ id, broadcastId }: { id: number; broadcastId: number }): void {
      publishEvent(broadcastId, { type: 'MESSAGE_DELETED', id })
    },
  }
}
