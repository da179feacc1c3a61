import type { Person } from '@carillon/contract/roles'
import { CircleAlert } from 'lucide-react'
import { Avatar, initialsOf } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import type { ChatRoom } from './chat-room.ts'
import { Words } from './message-row.tsx'
import type { Outgoing } from './outbox.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

type OutgoingRowProps = { message: Outgoing; room: ChatRoom; viewer: Person }

/** A message of the viewer's own that the station has not taken yet: dimmed on its way, with two ways out when it failed. */
export function OutgoingRow({ message, room, viewer }: OutgoingRowProps) {
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2.5 px-4 pt-3.5 lg:px-5">
      <Avatar
        initials={initialsOf(viewer.name)}
        className="row-span-3 size-8 bg-surface-2! text-[0.6875rem] text-text-muted!"
      />
      <p className="flex items-baseline gap-1.5 text-sm leading-snug text-text-muted">
        <bdi className="truncate font-semibold">{viewer.name}</bdi>
        {message.state === 'sending' && <span className="text-xs">Sending…</span>}
      </p>
      <div className="min-w-0 opacity-60">
        <Words text={message.content} />
      </div>
      {message.state === 'failed' && <WaysOut message={message} room={room} />}
    </div>
  )
}

type WaysOutProps = { message: Extract<Outgoing, { state: 'failed' }>; room: ChatRoom }

function WaysOut({ message, room }: WaysOutProps) {
  const seconds = useSecondsUntil(message.retryAtMs)
  return (
    <div className="mt-1 grid gap-2">
      <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        Not sent. {message.reason}
      </p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-disabled={seconds > 0}
          onClick={() => room.retry(message.localId)}
        >
          {seconds > 0 ? `Retry in ${seconds} s` : 'Retry'}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => room.discard(message.localId)}>
          Delete
        </Button>
      </div>
    </div>
  )
}
