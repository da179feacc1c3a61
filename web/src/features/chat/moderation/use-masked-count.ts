import { useState } from 'react'
import type { LogEntry } from '../chat-log.ts'
import { isMasked } from './masked.ts'

/** Counts the masked messages of one chat that this page has seen, also those that it no longer keeps. */
export function useMaskedCount(entries: readonly LogEntry[]): number {
  const [seen, setSeen] = useState({ lastId: 0, count: 0 })
  const newestId = entries.at(-1)?.id ?? 0
  if (newestId <= seen.lastId) return seen.count
  const fresh = entries.filter((entry) => entry.id > seen.lastId && isMasked(entry))
  const next = { lastId: newestId, count: seen.count + fresh.length }
  // While drawing, as React wants what follows from what came before.
  setSeen(next)
  return next.count
}
