import { listMessages } from '@carillon/contract/chat/endpoints'
import type { ChatMessage } from '@carillon/contract/chat/schemas'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../lib/station-time.ts'
import { useCall } from '../../session/session.ts'

const LAST_WORDS = 5

/** Last messages of a show's chat; nothing when nobody said anything, or while they cannot be had. */
export function ChatPreview({ broadcastId }: { broadcastId: number }) {
  const call = useCall()
  const { data: messages = [] } = useQuery({
    queryKey: ['chat', 'preview', broadcastId],
    queryFn: ({ signal }) =>
      call(listMessages, { params: { broadcastId }, query: { limit: LAST_WORDS }, signal }),
  })
  if (messages.length === 0) return null
  return (
    <section aria-labelledby="last-messages" className="grid grid-cols-1 gap-3">
      <h3 id="last-messages">Last messages</h3>
      <ul className="grid grid-cols-1 gap-2.5">
        {messages.map((message) => (
          <Said key={message.id} message={message} />
        ))}
      </ul>
    </section>
  )
}

function Said({ message: { sender, content, timestamp } }: { message: ChatMessage }) {
  return (
    <li className="text-sm">
      <span className="flex items-baseline gap-2">
        <bdi className="min-w-0 truncate font-semibold">{sender.name}</bdi>
        <time dateTime={timestamp} className="shrink-0 text-xs text-text-muted">
          {formatTime(new Date(timestamp))}
        </time>
      </span>
      <span dir="auto" className="line-clamp-3 wrap-anywhere">
        {content}
      </span>
    </li>
  )
}
