import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Composer } from '../composer.tsx'
import { ConnectionLine } from '../connection-line.tsx'
import { OutgoingRow } from '../outgoing-row.tsx'
import type { Chat } from '../use-chat.ts'
import { DashboardHead, type Filter } from './dashboard-head.tsx'
import { isMasked } from './masked.ts'
import type { MessageOrders } from './message-orders.ts'
import { ModerationFeed, type ModerationFeedProps } from './moderation-feed.tsx'
import type { Moderation } from './use-removals.ts'

export type ModerationDashboardProps = Pick<MessageOrders, 'onBan' | 'onTimeout' | 'banRightOf'> &
  Pick<ModerationFeedProps, 'onSelect' | 'hasSheet'> & {
    broadcast: Pick<Broadcast, 'id' | 'title'>
    chat: Chat
    moderation: Moderation
    /** Off air: what was said can be read and exported, and no more. */
    isOver: boolean
    /** The private line to the DJ, between the head and what is said to everybody. */
    line?: ReactNode
    className?: string
  }

/** A chat with everything that moderators do in it. */
export function ModerationDashboard(props: ModerationDashboardProps) {
  const { broadcast, chat, isOver, line, className } = props
  const { room } = chat
  const [filter, setFilter] = useState<Filter>(null)
  const [isHeld, setHeld] = useState(false)
  const slowModeRef = useRef<HTMLButtonElement>(null)
  const headingId = useId()
  const openSlowMode = useCallback(() => {
    slowModeRef.current?.focus()
    slowModeRef.current?.click()
  }, [])
  const onHold = useCallback(
    (nowHeld: boolean) => {
      setHeld(nowHeld)
      room.setFollowed(!nowHeld)
    },
    [room],
  )
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(
        'flex min-h-0 flex-col overflow-hidden rounded-card border border-border bg-surface',
        className,
      )}
    >
      <DashboardHead
        headingId={headingId}
        broadcast={broadcast}
        slowMode={chat.slowMode}
        room={room}
        slowModeRef={slowModeRef}
        filter={filter}
        onFilter={setFilter}
        isHeld={isHeld}
        isOver={isOver}
        hasKeys={!props.hasSheet}
      />
      {line}
      {!isOver && <ConnectionLine />}
      {chat.status === 'stale' && <Stale onRetry={() => room.refresh()} />}
      <Messages {...props} filter={filter} onHold={onHold} onSlowMode={openSlowMode} />
      {!isOver && <Foot chat={chat} broadcastId={broadcast.id} />}
    </section>
  )
}

type MessagesProps = Omit<ModerationDashboardProps, 'className' | 'line'> &
  Required<Pick<ModerationFeedProps, 'onHold' | 'onSlowMode'>> & { filter: Filter }

/** Messages, or the reason why they are not there yet. */
function Messages(props: MessagesProps) {
  const { broadcast, chat, moderation, isOver, filter } = props
  const { room, log } = chat
  const messages = useMemo(() => (filter ? log.entries.filter(isMasked) : log.entries), [log.entries, filter])
  if (chat.status === 'loading') return <WaitingMessages />
  if (chat.status === 'failed') return <Failed onRetry={() => room.refresh()} />
  return (
    <ModerationFeed
      key={`${broadcast.id} ${filter}`}
      messages={messages}
      removals={moderation.states}
      onRemove={moderation.remove}
      onRemoveNow={moderation.removeNow}
      onKeep={moderation.keep}
      onBan={props.onBan}
      onTimeout={props.onTimeout}
      banRightOf={props.banRightOf}
      onSelect={props.onSelect}
      onSlowMode={props.onSlowMode}
      onHold={props.onHold}
      hasSheet={props.hasSheet}
      isOver={isOver}
      onOlder={log.hasOlder ? () => void room.loadOlder() : undefined}
      isLoadingOlder={chat.older === 'loading'}
      empty={
        filter ? 'No masked messages here.' : isOver ? 'Nobody has written anything.' : 'No messages yet.'
      }
      className="flex-1"
    />
  )
}

/** Moderator's own messages: still on their way, or refused, and the field to write in. */
function Foot({ chat, broadcastId }: { chat: Chat; broadcastId: number }) {
  const { viewer, outgoing, room } = chat
  if (!viewer) return null
  return (
    <footer className="border-t border-border">
      {outgoing.length > 0 && (
        <div className="scroll-area max-h-40">
          {outgoing.map((message) => (
            <OutgoingRow key={message.localId} message={message} room={room} viewer={viewer} />
          ))}
        </div>
      )}
      <div className="p-3">
        <Composer chat={chat} broadcastId={broadcastId} viewerId={viewer.id} />
      </div>
    </footer>
  )
}

function Stale({ onRetry }: { onRetry(): void }) {
  return (
    <Banner tone="warning" role="status" flush action={<Retry onRetry={onRetry} />}>
      Couldn't refresh. Showing what was loaded before.
    </Banner>
  )
}

function Failed({ onRetry }: { onRetry(): void }) {
  return (
    <div role="alert" className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
      <p className="text-text-muted">Couldn't load the chat</p>
      <Retry onRetry={onRetry} />
    </div>
  )
}

function Retry({ onRetry }: { onRetry(): void }) {
  return (
    <Button size="sm" variant="outline" onClick={onRetry}>
      Retry
    </Button>
  )
}

function WaitingMessages() {
  return (
    <div role="status" aria-label="Loading messages" className="grid flex-1 content-end gap-4 p-4">
      {['w-2/3', 'w-1/2', 'w-5/6', 'w-2/5', 'w-3/5'].map((width) => (
        <div key={width} className="flex gap-2.5">
          <Skeleton className="size-7 rounded-full" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
