import type { Person } from '@carillon/contract/roles'
import type { ReactNode } from 'react'
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
  className?: string
}

/** The chat of a broadcast: the feed, what stands in its way, and the field to write in. */
export function ChatPanel({ broadcastId, viewer, isLive, canModerate, slowMode, className }: ChatPanelProps) {
  const chat = useChat({ broadcastId, viewer, canModerate, slowMode })
  const [choice, choose] = useAnnounceChoice()
  useAnnouncements(chat, choice)
  const tools = useRemoveTools(chat)
  return (
    <section id="chat" tabIndex={-1} aria-labelledby="chat-title" className={classNames(BOX, className)}>
      <Head aside={<SlowModeWords slowMode={chat.slowMode} />}>
        <AnnounceMenu choice={choice} onChoose={choose} />
      </Head>
      <div>
        {isLive && <ConnectionLine />}
        {chat.status === 'stale' && <Stale chat={chat} />}
      </div>
      <Messages chat={chat} tools={tools} isLive={isLive} />
      <footer className="border-t border-border p-3 lg:p-4">
        <Foot chat={chat} broadcastId={broadcastId} isLive={isLive} />
      </footer>
    </section>
  )
}

const BOX =
  'grid min-h-0 grid-rows-[auto_auto_minmax(0,1fr)_auto] overflow-hidden rounded-card border border-border bg-surface outline-none'

type MessagesProps = { chat: Chat; tools: RowTools | null; isLive: boolean }

function Messages({ chat, tools, isLive }: MessagesProps) {
  if (chat.status === 'loading') return <ChatLoading />
  if (chat.status === 'failed') return <ChatFailed onRetry={() => chat.room.refresh()} />
  return (
    <ChatFeed chat={chat} tools={tools} empty={<ChatEmpty mayWrite={isLive && chat.viewer !== null} />} />
  )
}

function Foot({ chat, broadcastId, isLive }: { chat: Chat; broadcastId: number; isLive: boolean }) {
  if (!isLive)
    return <p className="text-center text-sm text-text-muted">The broadcast has ended. The chat is closed.</p>
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

function Head({ aside, children }: { aside?: ReactNode; children?: ReactNode }) {
  return (
    <header className="flex min-h-13 items-center gap-3 border-b border-border px-4 lg:px-5">
      <h2 id="chat-title">Chat</h2>
      <div className="ml-auto text-sm text-text-muted">{aside}</div>
      {children}
    </header>
  )
}

function SlowModeWords({ slowMode }: { slowMode: SlowMode }) {
  return slowMode && <p title={`One message every ${slowMode.seconds} s`}>Slow mode: {slowMode.seconds} s</p>
}
