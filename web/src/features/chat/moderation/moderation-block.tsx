import { memo } from 'react'
import type { Block } from '../rows.ts'
import type { MessageOrders } from './message-orders.ts'
import { ModerationRow } from './moderation-row.tsx'
import type { RemovalState } from './removals.ts'

/**
 * Props that all rows of a feed have in common. The same object as long as nothing of it changes: rows are drawn again
 * for others.
 */
export type RowsLook = MessageOrders & {
  removals: ReadonlyMap<number, RemovalState>
  hasSheet: boolean
  isOver: boolean
}

export type ModerationBlockProps = {
  block: Block
  look: RowsLook
  /** The message of this block that Tab leads to. */
  tabStopId: number | null
}

/** Messages that are drawn together: one that comes leaves the other blocks as they are. */
export const ModerationBlock = memo(function ModerationBlock(props: ModerationBlockProps) {
  const { block, look, tabStopId } = props
  const { removals, ...rest } = look
  return block.rows.map(({ entry, startsRun }) => (
    <ModerationRow
      key={entry.id}
      {...rest}
      message={entry}
      isCurrent={entry.id === tabStopId}
      isContinued={!startsRun}
      removal={removals.get(entry.id)}
    />
  ))
})
