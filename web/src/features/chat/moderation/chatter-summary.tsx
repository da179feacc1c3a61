import { CHAT_TIMEOUT_MINUTES } from '@carillon/contract/chat/schemas'
import { canGiveTimeout } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { Timer, Undo2 } from 'lucide-react'
import { formatTime } from '../../../lib/station-time.ts'
import { Button } from '../../../ui/button.tsx'
import { type TimeoutOrders, useChatter } from './use-timeouts.ts'

type ChatterProps = { broadcastId: number; person: Person }

/** Summary of somebody's messages in a show, as terms of a list. */
export function ChatterSummary({ broadcastId, person }: ChatterProps) {
  const { data } = useChatter(broadcastId, person.id)
  return (
    <>
      <dt>In this show</dt>
      <dd>{data ? countWords(data) : '…'}</dd>
      {data?.timeoutUntil && (
        <>
          <dt>Timeout</dt>
          <dd className="font-semibold text-warning">until {formatTime(new Date(data.timeoutUntil))}</dd>
        </>
      )}
    </>
  )
}

/** The timeout of a listener: given, or lifted while it lasts. Nothing for anybody else. */
export function TimeoutButton({ broadcastId, person, orders }: ChatterProps & { orders: TimeoutOrders }) {
  const isTimedOut = Boolean(useChatter(broadcastId, person.id).data?.timeoutUntil)
  if (!canGiveTimeout(person)) return null
  const Icon = isTimedOut ? Undo2 : Timer
  return (
    <Button
      size="sm"
      variant="outline"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => (isTimedOut ? orders.lift(person) : orders.give(person))}
    >
      {isTimedOut ? 'Lift the timeout' : `Timeout for ${CHAT_TIMEOUT_MINUTES} min`}
    </Button>
  )
}

function countWords({ messages, removedMessages }: { messages: number; removedMessages: number }): string {
  const written = messages === 1 ? '1 message' : `${messages} messages`
  return removedMessages === 0 ? written : `${written}, ${removedMessages} removed`
}
