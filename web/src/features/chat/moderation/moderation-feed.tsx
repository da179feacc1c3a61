import { canGiveTimeout } from '@carillon/contract/policies'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import type { LogEntry } from '../chat-log.ts'
import { isNearEnd } from '../follow.ts'
import { messageIdOf } from '../message-id.ts'
import { useBlocks } from '../use-blocks.ts'
import { isAction, isInDialog, rowButton } from './feed-elements.ts'
import { type FeedKey, feedKeyOf, nextRow } from './feed-keys.ts'
import type { MessageOrders } from './message-orders.ts'
import { ModerationBlock, type RowsLook } from './moderation-block.tsx'
import type { RemovalState } from './removals.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useFollowing, useNewWords, useReportedHold } from './use-following.ts'
import { useHold } from './use-hold.ts'

/** This many of the newest messages are drawn, or a few more, and this many more at each press. */
const ROWS_AT_ONCE = 48
/** Number of old messages that leave together: one at a time would move all the others at every message. */
const PART = 16

export type ModerationFeedProps = MessageOrders & {
  /** Oldest first. */
  messages: readonly LogEntry[]
  removals: ReadonlyMap<number, RemovalState>
  /** The key S. */
  onSlowMode(): void
  hasSheet: boolean
  /** Nothing can be done about these messages any more. */
  isOver?: boolean
  /** The message that has the focus, whose author is of interest. */
  onSelect?: ((message: LogEntry) => void) | undefined
  /** Called when the feed stops following the newest, and when it follows again. */
  onHold?: (isHeld: boolean) => void
  /** Missing where nothing older is known. */
  onOlder?: (() => void) | undefined
  isLoadingOlder?: boolean
  /** Said where no message is. */
  empty: ReactNode
  className?: string
}

/** Messages for moderators: it follows the newest, and stands still while a message has the focus or was scrolled to. */
export function ModerationFeed(props: ModerationFeedProps) {
  const { messages, onOlder, empty, className } = props
  const { shown, isHeld, isScrolledUp, newCount, hold, release } = useHold(messages)
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const scrollerRef = useRef<HTMLDivElement>(null)
  const drawn = useMemo(() => shown.slice(firstDrawn(shown, count)), [shown, count])
  const look = useLook(props)
  const current = useCurrentRow(drawn, { hold, release, onSelect: props.onSelect })
  useFollowing(scrollerRef, drawn, isHeld)
  useNewWords(newCount)
  useReportedHold(isHeld, props.onHold)

  const follow = () => {
    // The scroller and no message: a message with the focus would hold the feed again.
    scrollerRef.current?.focus()
    current.forget()
    release()
  }
  const onKeyDown = useFeedKeys({ ...props, drawn, scrollerRef, onLeave: follow })
  return (
    <div className={classNames('relative flex min-h-0 flex-col', className)}>
      <div
        ref={scrollerRef}
        tabIndex={-1}
        role="log"
        aria-live="off"
        aria-label="Messages"
        onKeyDown={onKeyDown}
        onFocus={current.onFocus}
        onBlur={current.onBlur}
        onPointerOver={({ target }) => (isAction(target) ? hold('pointer') : release('pointer'))}
        onPointerLeave={() => release('pointer')}
        onScroll={({ currentTarget }) => (isNearEnd(currentTarget) ? release('scroll') : hold('scroll'))}
        className="scroll-area min-h-0 flex-1 [overflow-anchor:none] px-1.5 py-2 outline-none"
      >
        {(drawn.length < shown.length || onOlder) && (
          <LoadOlder
            isLoading={props.isLoadingOlder ?? false}
            onPress={() => {
              hold('scroll')
              setCount(count + ROWS_AT_ONCE)
              if (drawn.length === shown.length) onOlder?.()
            }}
          />
        )}
        {drawn.length === 0 ? (
          <div className="grid min-h-full place-content-center px-6 py-12 text-center text-text-muted">
            {empty}
          </div>
        ) : (
          <Blocks messages={drawn} look={look} tabStopId={current.tabStopId} />
        )}
      </div>
      {(newCount > 0 || isScrolledUp) && <ToNewest newCount={newCount} onFollow={follow} />}
    </div>
  )
}

type FeedKeysOptions = ModerationFeedProps & {
  drawn: readonly LogEntry[]
  scrollerRef: RefObject<HTMLElement | null>
  /** The key that goes back to following the newest. */
  onLeave(): void
}

/** Keys of the feed: between the rows, and with the row that has the focus. */
function useFeedKeys({ drawn, scrollerRef, onLeave, isOver = false, ...props }: FeedKeysOptions) {
  const commands: Partial<Record<FeedKey, (message: LogEntry) => unknown>> = isOver
    ? {}
    : {
        remove: (message) => message.isRemoved || props.onRemove(message),
        'remove-now': (message) => message.isRemoved || props.onRemoveNow(message),
        ban: ({ sender }) => props.banRightOf(sender).allowed && props.onBan(sender),
        timeout: ({ sender }) => canGiveTimeout(sender) && props.onTimeout(sender),
        'slow-mode': props.onSlowMode,
      }
  const focusRow = (index: number) => {
    const row = drawn[index]
    if (row) rowButton(scrollerRef.current, row.id)?.focus()
  }
  return (event: KeyboardEvent) => {
    const key = feedKeyOf(event)
    const isOnFeed = event.target === event.currentTarget || messageIdOf(event.target) !== null
    if (!key || !isOnFeed || isInDialog(event.target)) return
    const currentRow = messageIdOf(event.target)
    const current = drawn.findIndex(({ id }) => id === currentRow)
    const message = drawn[current]
    const next = nextRow(key, current, drawn.length)
    if (key !== 'leave' && next === undefined && !(message && commands[key])) return
    event.preventDefault()
    if (key === 'leave') return onLeave()
    if (next !== undefined) return focusRow(next)
    if (message) commands[key]?.(message)
  }
}

function LoadOlder({ isLoading, onPress }: { isLoading: boolean; onPress(): void }) {
  return (
    <div className="grid justify-center py-1">
      <Button size="sm" variant="ghost" busy={isLoading} onClick={onPress}>
        Load older
      </Button>
    </div>
  )
}

type BlocksProps = { messages: readonly LogEntry[]; look: RowsLook; tabStopId: number | null }

function Blocks({ messages, look, tabStopId }: BlocksProps) {
  const blocks = useBlocks(messages)
  return (
    <ol aria-label="Messages, newest last">
      {blocks.map((block) => (
        <ModerationBlock
          key={block.key}
          block={block}
          look={look}
          tabStopId={block.rows.some(({ entry }) => entry.id === tabStopId) ? tabStopId : null}
        />
      ))}
    </ol>
  )
}

/** Props of rows beside their message: the same object while nothing of it changes. */
function useLook(props: ModerationFeedProps): RowsLook {
  const {
    removals,
    hasSheet,
    isOver = false,
    onRemove,
    onRemoveNow,
    onKeep,
    onBan,
    onTimeout,
    banRightOf,
  } = props
  return useMemo(
    () => ({ removals, hasSheet, isOver, onRemove, onRemoveNow, onKeep, onBan, onTimeout, banRightOf }),
    [removals, hasSheet, isOver, onRemove, onRemoveNow, onKeep, onBan, onTimeout, banRightOf],
  )
}

/** Index of the first drawn message: the first of a part, so that it stays the same for many messages that come. */
function firstDrawn(messages: readonly LogEntry[], count: number): number {
  const earliest = Math.max(0, messages.length - count - PART)
  const partOf = (message: LogEntry | undefined) => Math.floor((message?.id ?? 0) / PART)
  let first = earliest
  while (first > 0 && first < messages.length && partOf(messages[first]) === partOf(messages[first - 1]))
    first += 1
  return first
}

function ToNewest({ newCount, onFollow }: { newCount: number; onFollow(): void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 grid justify-center">
      <Button
        size="sm"
        icon={<ArrowDown aria-hidden="true" className="size-4" />}
        className="pointer-events-auto rounded-full shadow-lift"
        onClick={onFollow}
      >
        {newCount === 0 ? 'Newest' : newWords(newCount)}
      </Button>
    </div>
  )
}

function newWords(count: number): string {
  return count === 1 ? '1 new message' : `${count} new messages`
}
