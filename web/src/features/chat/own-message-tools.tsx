import { OWN_DELETE_MINUTES } from '@carillon/contract/policies'
import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { ApiError, isCancelled, messageOf } from '../../api/api-error.ts'
import { announce } from '../../lib/announce.ts'
import { stationClock } from '../../lib/station-clock.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import type { ChatCalls } from './chat-calls.ts'
import type { LogEntry } from './chat-log.ts'
import type { ChatRoom } from './chat-room.ts'
import { type RowTools, tabIndexOf } from './message-row.tsx'
import type { Chat } from './use-chat.ts'

/** Taking messages back: any for who moderates, one's own for five minutes. Null for a visitor. */
export function useRemoveTools({ room, calls, viewer, canModerate }: Chat): RowTools | null {
  const viewerId = viewer?.id ?? null
  return useMemo(() => {
    if (viewerId === null) return null
    const mayRemove = (message: LogEntry) =>
      canModerate || (message.sender.id === viewerId && isYoung(message.atMs))
    return {
      actions: (message, isTabStop) =>
        mayRemove(message) && (
          <RemoveButton message={message} isTabStop={isTabStop} room={room} calls={calls} />
        ),
    }
  }, [room, calls, viewerId, canModerate])
}

function isYoung(atMs: number): boolean {
  return stationClock.now() - atMs < OWN_DELETE_MINUTES * 60_000
}

type RemoveButtonProps = { message: LogEntry; isTabStop: boolean; room: ChatRoom; calls: ChatCalls }

function RemoveButton({ message, isTabStop, room, calls }: RemoveButtonProps) {
  const remove = async () => {
    try {
      await calls.remove(message.id)
    } catch (error) {
      if (isCancelled(error)) return
      if (!(error instanceof ApiError && error.status === 404)) {
        toast(`The message could not be removed. ${messageOf(error, 'Please try again.')}`, {
          tone: 'danger',
        })
        return
      }
    }
    room.forget(message.id)
    announce('Message removed')
  }
  return (
    <IconButton
      label={`Delete message by ${message.sender.name}`}
      icon={<Trash2 className="size-4" />}
      tooltip={false}
      tabIndex={tabIndexOf(isTabStop)}
      onClick={() => void remove()}
      className="size-8 rounded-input!"
    />
  )
}
