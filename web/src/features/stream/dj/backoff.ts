import { SOURCE_CLOSE } from '@carillon/contract/stream'

export const RECONNECT_BASE_MS = 1_000
export const RECONNECT_JITTER_MS = 1_000
export const RECONNECT_CAP_MS = 30_000
export const OFFLINE_RETRY_MS = 5_000
export const MAX_RECONNECT_ATTEMPTS = 20

/**
 * How long to wait before the attempt numbered `attempt` (1 is the first): 1 s doubled each time plus up to 1 s of
 * jitter, never more than 30 s. `random` gives 0 to 1.
 */
export function reconnectDelayMs(attempt: number, random: () => number): number {
  const doubled = RECONNECT_BASE_MS * 2 ** Math.min(attempt - 1, 30)
  return Math.min(RECONNECT_CAP_MS, doubled + random() * RECONNECT_JITTER_MS)
}

/** Whether the source comes back by itself after this close: not after 1000, 1001 and the station's own 4xxx. */
export function comesBackAfter(closeCode: number): boolean {
  if (closeCode === SOURCE_CLOSE.NORMAL || closeCode === SOURCE_CLOSE.GOING_AWAY) return false
  return closeCode < 4000 || closeCode > 4999
}
