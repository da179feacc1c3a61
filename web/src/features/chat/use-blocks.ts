import { useEffect, useMemo, useRef } from 'react'
import type { LogEntry } from './chat-log.ts'
import { type Block, blocksOf } from './rows.ts'

/** Messages in blocks. What has not changed since it was drawn last is the same block. */
export function useBlocks(entries: readonly LogEntry[]): Block[] {
  const drawn = useRef<Block[]>([])
  const blocks = useMemo(() => blocksOf(entries, drawn.current), [entries])
  useEffect(() => {
    drawn.current = blocks
  })
  return blocks
}
