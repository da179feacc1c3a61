import { MINUTE_MS } from '@carillon/contract/durations'

type Timed = { atMs: number }

/**
 * Messages a minute, by the station's clock (ms). Of a chat so busy that less than a minute of it is kept (oldest
 * first, `hasOlder`), what is kept tells.
 */
export function messagesPerMinute(entries: readonly Timed[], hasOlder: boolean, nowMs: number): number {
  const first = entries[0]
  if (!first) return 0
  const keptMs = nowMs - first.atMs
  if (hasOlder && keptMs > 0 && keptMs < MINUTE_MS) return Math.round((entries.length * MINUTE_MS) / keptMs)
  return entries.filter(({ atMs }) => atMs > nowMs - MINUTE_MS).length
}
