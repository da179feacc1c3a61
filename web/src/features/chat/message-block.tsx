import { memo, useRef } from 'react'
import { MessageRow, type RowTools } from './message-row.tsx'
import type { Block } from './rows.ts'
import { useInView } from './use-in-view.ts'
import { MinuteContext, useMinute } from './use-minute.ts'

/** About what a message takes, in px: the guess for a block that has never been in sight. */
const GUESSED_ROW_PX = 52

type MessageBlockProps = {
  block: Block
  tools: RowTools | null
  /** The message of this block that Tab leads to. */
  tabStopId: number | null
  /** The newest blocks are always laid out: the end of the feed must have its true place. */
  isAtEnd: boolean
}

/** Messages that are laid out, and skipped while out of sight, together. */
export const MessageBlock = memo(function MessageBlock({
  block,
  tools,
  tabStopId,
  isAtEnd,
}: MessageBlockProps) {
  const ref = useRef<HTMLDivElement>(null)
  const minuteMs = useMinute(useInView(ref))
  return (
    <div
      ref={ref}
      data-block={block.key}
      className={isAtEnd ? '[contain:layout_style]' : '[content-visibility:auto]'}
      style={{ containIntrinsicSize: `auto ${block.rows.length * GUESSED_ROW_PX}px` }}
    >
      <MinuteContext value={minuteMs}>
        {block.rows.map((row) => (
          <MessageRow key={row.entry.id} row={row} tools={tools} isTabStop={row.entry.id === tabStopId} />
        ))}
      </MinuteContext>
    </div>
  )
})
