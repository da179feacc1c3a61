import { Card, CardHead } from '../../ui/card.tsx'

/** Nothing on air: nowhere to talk. */
export function ChatClosed() {
  return (
    <Card aria-labelledby="chat-closed">
      <CardHead id="chat-closed" title="Chat" />
      <p className="text-sm text-text-muted">The chat is closed. It opens with the next show.</p>
    </Card>
  )
}
