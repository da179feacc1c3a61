import type { Person } from '@carillon/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { broadcastKeys } from '../../../features/broadcasts/queries.ts'
import { AnnounceMenu } from '../../../features/chat/announce-menu.tsx'
import { ChatFeed } from '../../../features/chat/chat-feed.tsx'
import { ChatFailed, ChatLoading } from '../../../features/chat/chat-states.tsx'
import { Composer } from '../../../features/chat/composer.tsx'
import { ConnectionLine } from '../../../features/chat/connection-line.tsx'
import { type RowTools, tabIndexOf } from '../../../features/chat/message-row.tsx'
import { SlowModeChip } from '../../../features/chat/moderation/slow-mode-chip.tsx'
import { useRemovals } from '../../../features/chat/moderation/use-removals.ts'
import { useAnnounceChoice, useAnnouncements } from '../../../features/chat/use-announcements.ts'
import type { Chat } from '../../../features/chat/use-chat.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type DjChatProps = {
  broadcastId: number
  chat: Chat
  viewer: Person
  /** The private line to the staff, between the head and what is said to everybody. */
  line: ReactNode
}

/** The chat on the DJ's desk: talk to the listeners, set their pace, remove what should not stand. */
export function DjChat({ broadcastId, chat, viewer, line }: DjChatProps) {
  const { room } = chat
  const queries = useQueryClient()
  const [choice, choose] = useAnnounceChoice()
  useAnnouncements(chat, choice)
  return (
    <section aria-labelledby="desk-chat" className={FRAME}>
      <header className="flex min-h-15 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-b border-border px-4 py-2 lg:px-5">
        <h2 id="desk-chat" className="mr-auto">
          Chat
        </h2>
        <AnnounceMenu choice={choice} onChoose={choose} />
        <SlowModeChip
          broadcastId={broadcastId}
          slowMode={chat.slowMode}
          onChanged={(broadcast) => {
            const { slowModeEnabled, slowModeSeconds } = broadcast
            room.setSlowMode(slowModeEnabled ? { seconds: slowModeSeconds } : null)
            queries.setQueryData(broadcastKeys.one(broadcastId, true), broadcast)
          }}
        />
      </header>
      {line}
      <ConnectionLine />
      {chat.status === 'stale' && <Stale onRetry={() => room.refresh()} />}
      <div className="grid min-h-0 flex-1">
        <Messages chat={chat} />
      </div>
      <div className="border-t border-border p-3 lg:px-4">
        <Composer chat={chat} broadcastId={broadcastId} viewerId={viewer.id} />
      </div>
    </section>
  )
}

const FRAME =
  'flex h-[max(24rem,100dvh-13rem)] flex-col overflow-hidden rounded-card border border-border bg-surface lg:h-[clamp(28rem,100dvh-23rem,44rem)] min-[90rem]:h-[clamp(32rem,100dvh-19rem,48rem)] desk:h-full desk:min-[90rem]:h-full'

function Messages({ chat }: { chat: Chat }) {
  const tools = useDashboardTools(chat)
  if (chat.status === 'loading') return <ChatLoading />
  if (chat.status === 'failed') return <ChatFailed onRetry={() => chat.room.refresh()} />
  return <ChatFeed chat={chat} tools={tools} empty={<Quiet />} className={FEED} />
}

function Quiet() {
  return (
    <>
      <p className="font-semibold">Quiet so far</p>
      <p className="text-sm text-text-muted">Say hello: listeners see it right away.</p>
    </>
  )
}

function Stale({ onRetry }: { onRetry(): void }) {
  const action = (
    <Button variant="outline" size="sm" onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Banner tone="warning" flush action={action}>
      The chat could not be refreshed.
    </Banner>
  )
}

/** Fingers see the buttons all the time: what is said leaves room for them. */
const FEED = 'coarse:[&_[data-message]]:pr-14'

/** Removing a message, with five seconds to think again. */
function useDashboardTools({ room }: Chat): RowTools {
  const { states, remove, keep } = useRemovals((id) => room.forget(id))
  return useMemo(
    () => ({
      isLeaving: (id) => states.has(id),
      actions: (message, isTabStop) =>
        !states.has(message.id) && (
          <IconButton
            label={`Delete message by ${message.sender.name}`}
            icon={<Trash2 className="size-4" />}
            tabIndex={tabIndexOf(isTabStop)}
            onClick={() => remove(message)}
            className="size-8 text-danger"
          />
        ),
      onKey: (event, message) => {
        if (event.key !== 'Delete') return
        if (states.has(message.id)) keep(message)
        else remove(message)
      },
    }),
    [states, remove, keep],
  )
}
