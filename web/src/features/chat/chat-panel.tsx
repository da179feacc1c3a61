import type { Person } from '@carillon/contract/roles'
import { type ReactNode, useEffect, useMemo } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AnnounceMenu } from './announce-menu.tsx'
import { ChatFeed } from './chat-feed.tsx'
import { ChatEmpty, ChatFailed, ChatLoading } from './chat-states.tsx'
import { Composer } from './composer.tsx'
import { ConnectionLine } from './connection-line.tsx'
import type { RowTools } from './message-row.tsx'
import { useRemoveTools } from './own-message-tools.tsx'
import type { SlowMode } from './slow-mode.ts'
import { TimeoutNotice } from './timeout-notice.tsx'
import { useAnnounceChoice, useAnnouncements } from './use-announcements.ts'
import { type Chat, useChat } from './use-chat.ts'

export type ChatPanelProps = {
  broadcastId: number
  /** Null for a visitor. */
  viewer: Person | null
  /** Over, it can still be read. */
  isLive: boolean
  /** Whether the viewer may remove what others said: the show's DJ, moderators, administrators. */
  canModerate: boolean
  slowMode: SlowMode
  /** Until when the viewer is in a timeout. */
  timeoutUntil: Date | null
  /** Time of the newest message to show, for who hears the show later; null: all of them. */
  until?: number | null
  /** Above the messages. */
  above?: ReactNode
  /** A tab has its name already: the head would only take the room of a message. */
  isTab?: boolean
  className?: string
}

/** The chat of a broadcast: the feed, what stands in its way, and the field to write in. */
export function ChatPanel({ isTab = false, until = null, above, className, ...props }: ChatPanelProps) {
  const { broadcastId, isLive } = props
  const chat = useUntil(useChat(props), until)
  const [choice, choose] = useAnnounceChoice()
  useAnnouncements(chat, choice)
  const tools = useRemoveTools(chat)
  return (
    <section id="chat" tabIndex={-1} aria-labelledby="chat-title" className={classNames(BOX, className)}>
      <header className={isTab ? TAB_HEAD : HEAD}>
        <h2 id="chat-title" className={isTab ? 'sr-only' : 'mr-auto'}>
          Chat
        </h2>
        {!isTab && <SlowModeWords slowMode={chat.slowMode} />}
        <AnnounceMenu choice={choice} onChoose={choose} />
      </header>
      {isLive && <ConnectionLine />}
      {above}
      {chat.status === 'stale' && <Stale chat={chat} />}
      <div className="grid min-h-0 flex-1">
        <Messages chat={chat} tools={tools} isLive={isLive} isDelayed={until !== null} />
      </div>
      <footer className="grid gap-2 border-t border-border p-3 lg:p-4">
        {isTab && isLive && <SlowModeWords slowMode={chat.slowMode} />}
        <Foot chat={chat} broadcastId={broadcastId} isLive={isLive} timeoutUntil={props.timeoutUntil} />
      </footer>
    </section>
  )
}

/** The chat as it was at a time, older messages fetched where that asks for them; one's own are always there. */
function useUntil(chat: Chat, until: number | null): Chat {
  const { room, log, older, viewer } = chat
  const isBefore = until !== null && !log.entries.some(({ atMs }) => atMs <= until)
  useEffect(() => {
    if (isBefore && log.hasOlder && older === 'idle') void room.loadOlder()
  }, [isBefore, log, older, room])
  return useMemo(() => {
    if (until === null) return chat
    const entries = log.entries.filter(({ atMs, sender }) => atMs <= until || sender.id === viewer?.id)
    return { ...chat, log: { ...log, entries } }
  }, [chat, log, viewer, until])
}

const HEAD = 'flex min-h-13 items-center gap-3 border-b border-border px-4 lg:px-5'
/** A setting for screen readers, which find it here. With the focus it has a line of its own and covers no words. */
const TAB_HEAD = 'sr-only text-right focus-within:not-sr-only'
const BOX =
  'relative flex min-h-0 flex-col overflow-hidden rounded-card border border-border bg-surface outline-none'

type MessagesProps = { chat: Chat; tools: RowTools | null; isLive: boolean; isDelayed: boolean }

function Messages({ chat, tools, isLive, isDelayed }: MessagesProps) {
  if (chat.status === 'loading') return <ChatLoading />
  if (chat.status === 'failed') return <ChatFailed onRetry={() => chat.room.refresh()} />
  return (
    <ChatFeed
      chat={chat}
      tools={tools}
      isDelayed={isDelayed}
      empty={<ChatEmpty isLive={isLive} mayWrite={chat.viewer !== null} />}
    />
  )
}

type FootProps = Pick<ChatPanelProps, 'broadcastId' | 'isLive' | 'timeoutUntil'> & { chat: Chat }

function Foot({ chat, broadcastId, isLive, timeoutUntil }: FootProps) {
  if (!isLive)
    return <p className="text-center text-sm text-text-muted">The broadcast has ended. The chat is closed.</p>
  if (chat.viewer && timeoutUntil) return <TimeoutNotice until={timeoutUntil} what="write" />
  if (chat.viewer) return <Composer chat={chat} broadcastId={broadcastId} viewerId={chat.viewer.id} />
  return (
    <ButtonLink to="/login" variant="outline" className="w-full">
      Sign in to chat
    </ButtonLink>
  )
}

function Stale({ chat }: { chat: Chat }) {
  return (
    <p className="flex items-center justify-between gap-3 bg-warning-soft px-4 py-1.5 text-sm text-warning lg:px-5">
      Couldn't refresh
      <button type="button" className="font-semibold underline" onClick={() => chat.room.refresh()}>
        Retry
      </button>
    </p>
  )
}

function SlowModeWords({ slowMode }: { slowMode: SlowMode }) {
  return (
    slowMode && (
      <p title={`One message every ${slowMode.seconds} s`} className="text-sm text-text-muted tabular-nums">
        Slow mode: {slowMode.seconds} s
      </p>
    )
  )
}
