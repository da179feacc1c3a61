import { ArrowDown } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { announce } from '../../lib/announce.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { countUnread } from './follow.ts'
import { MessageBlock } from './message-block.tsx'
import { messageIdOf } from './message-id.ts'
import type { RowTools } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import type { Block } from './rows.ts'
import { useBlocks } from './use-blocks.ts'
import type { Chat } from './use-chat.ts'
import { useFollow } from './use-follow.ts'

/** This many blocks at the end are always laid out. */
const BLOCKS_AT_END = 5

/** Reach for those who have no pointer: whatever scrolls is a tab stop. */
const REACHABLE = { tabIndex: 0 }

export type ChatFeedProps = {
  chat: Chat
  /** For who moderates; null for who only reads. Must be stable. */
  tools?: RowTools | null
  /** The newest are not shown yet: what is there is kept until they are. */
  isDelayed?: boolean
  /** Shown in the middle while nobody has said anything. */
  empty?: ReactNode
  className?: string
}

/** Feed of messages, oldest first. It follows the newest only while the reader is near it. */
export function ChatFeed({ chat, tools = null, isDelayed = false, empty, className }: ChatFeedProps) {
  const { room, log, outgoing, viewer } = chat
  const drawn = useDrawn(log.entries)
  const follow = useFollow({ watch: room.state.subscribe, hasMore: drawn.hasMore, onMore: drawn.more })
  drawn.hold(!follow.isFollowing)
  const blocks = useBlocks(drawn.entries)
  const tabStop = useTabStop(drawn.entries, tools !== null)
  const unread = useUnread(chat, follow.isFollowing)
  useJumpOnOwn(outgoing.length, follow.toEnd)
  const isTrimmed = follow.isFollowing && !isDelayed
  useEffect(() => room.setFollowed(isTrimmed), [room, isTrimmed])
  const isEmpty = log.entries.length === 0 && outgoing.length === 0 && !log.hasOlder
  return (
    <div className={classNames('relative grid min-h-0', className)}>
      {/* Announced in our own measure: the reader of a busy log would never be silent. */}
      <div
        ref={follow.scrollerRef}
        role="log"
        aria-live="off"
        aria-label="Chat messages"
        {...REACHABLE}
        onScroll={follow.onScroll}
        onFocus={(event) => {
          follow.onFocus(event)
          tabStop.onFocus(event)
        }}
        onBlur={follow.onBlur}
        onKeyDown={moveBetweenMessages}
        className="scroll-area min-h-0 overscroll-contain -outline-offset-2"
      >
        <div ref={follow.contentRef} className="flex min-h-full flex-col pb-3">
          {isEmpty ? <div className="m-auto p-6 text-center">{empty}</div> : <OlderPart chat={chat} />}
          <Blocks blocks={blocks} tools={tools} tabStopId={tabStop.id} />
          {viewer &&
            outgoing.map((message) => (
              <OutgoingRow key={message.localId} message={message} room={room} viewer={viewer} />
            ))}
        </div>
      </div>
      {unread > 0 && (
        <Button
          variant="accent"
          size="sm"
          icon={<ArrowDown aria-hidden="true" className="size-4" />}
          onClick={follow.toEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! shadow-lift"
        >
          {unread === 1 ? '1 new message' : `${unread} new messages`}
        </Button>
      )}
    </div>
  )
}

type BlocksProps = { blocks: readonly Block[]; tools: RowTools | null; tabStopId: number | null }

const Blocks = memo(function Blocks({ blocks, tools, tabStopId }: BlocksProps) {
  return (
    <div>
      {blocks.map((block, index) => (
        <MessageBlock
          key={block.key}
          block={block}
          tools={tools}
          tabStopId={block.rows.some(({ entry }) => entry.id === tabStopId) ? tabStopId : null}
          isAtEnd={index >= blocks.length - BLOCKS_AT_END}
        />
      ))}
    </div>
  )
})

/** Tab stop among messages with actions: the last that had the focus, else the newest. */
function useTabStop(entries: Entries, hasTools: boolean) {
  const [currentId, setCurrentId] = useState<number | null>(null)
  const isThere = entries.some(({ id }) => id === currentId)
  const id = isThere ? currentId : (entries.at(-1)?.id ?? null)
  return {
    id: hasTools ? id : null,
    onFocus: ({ target }: FocusEvent) => setCurrentId(messageIdOf(target)),
  }
}

/** This many more are drawn when the reader comes near them. */
const DRAWN_AT_ONCE = 50

type Entries = Chat['log']['entries']

/** While somebody reads further up, what comes is counted and not drawn: it would be work that nobody sees. */
function useDrawn(entries: Entries) {
  const [heldId, setHeldId] = useState<number | null>(null)
  const newestId = entries.at(-1)?.id ?? 0
  const count = heldId === null ? entries.length : entries.findLastIndex(({ id }) => id <= heldId) + 1
  const drawn = useMemo(
    () => (count === entries.length ? entries : entries.slice(0, count)),
    [entries, count],
  )
  return {
    entries: useSame(drawn),
    hasMore: count < entries.length,
    more: () => setHeldId(entries[count + DRAWN_AT_ONCE - 1]?.id ?? newestId),
    /** To be said at each drawing. */
    hold(isHeld: boolean) {
      if (isHeld && heldId === null) setHeldId(newestId)
      if (!isHeld && heldId !== null) setHeldId(null)
    },
  }
}

/** The entries of before as long as they are the same: most of what comes does not touch them. */
function useSame(entries: Entries): Entries {
  const before = useRef(entries)
  const isSame =
    before.current.length === entries.length &&
    entries.every((entry, index) => entry === before.current[index])
  const same = isSame ? before.current : entries
  useEffect(() => {
    before.current = same
  })
  return same
}

/** Number of new messages that wait below; announced each time the first of them comes. */
function useUnread({ log, viewer }: Chat, isFollowing: boolean): number {
  const newestId = log.entries.at(-1)?.id ?? 0
  const seen = useRef(newestId)
  useEffect(() => {
    if (isFollowing) seen.current = newestId
  }, [isFollowing, newestId])
  const unread = isFollowing ? 0 : countUnread(log.entries, seen.current, viewer?.id ?? null)
  const hasUnread = unread > 0
  useEffect(() => {
    if (hasUnread) announce('New messages below')
  }, [hasUnread])
  return unread
}

/** Jumps to the end at a message of one's own: its author wants to see it. */
function useJumpOnOwn(count: number, toEnd: () => void): void {
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) toEnd()
    before.current = count
  })
}

/** The beginning of what is shown: more on request. */
function OlderPart({ chat: { room, log, older } }: { chat: Chat }) {
  // Short chats stand at the bottom, by the field where the next message is written.
  if (!log.hasOlder) return <div className="mt-auto" />
  return (
    <div className="mt-auto flex flex-wrap items-center justify-center gap-3 p-3">
      {older === 'failed' && <p className="text-sm text-text-muted">Older messages could not be loaded.</p>}
      <Button
        variant="outline"
        size="sm"
        busy={older === 'loading'}
        icon={older === 'loading' && <Spinner />}
        onClick={() => void room.loadOlder()}
      >
        {older === 'failed' ? 'Retry' : 'Load older'}
      </Button>
    </div>
  )
}

/** Arrows go from message to message once one has the focus. */
function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const here = document.activeElement?.closest('[data-message]')
  if (step === 0 || !here) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')]
  const next = rows[rows.indexOf(here as HTMLElement) + step]
  if (!next?.hasAttribute('tabindex')) return
  event.preventDefault()
  next.focus()
}
