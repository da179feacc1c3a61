export const RECONNECT_BASE_MS = 1_000
export const RECONNECT_JITTER_MS = 1_000
export const RECONNECT_CAP_MS = 30_000
export const OFFLINE_RETRY_MS = 5_000

/**
 * Delay before the attempt numbered `attempt` (1 is the first): 1 s doubled each time plus up to 1 s of jitter, never
 * more than 30 s. `random` gives 0 to 1.
 */
export function reconnectDelayMs(attempt: number, random: () => number): number {
  const doubled = RECONNECT_BASE_MS * 2 ** Math.min(attempt - 1, 30)
  return Math.min(RECONNECT_CAP_MS, doubled + random() * RECONNECT_JITTER_MS)
}

/** Calls once, when the network comes back or after 5 s, whichever is first. Gives what cancels it. */
export function onceBack(act: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer)
    removeEventListener('online', done)
  }
  const done = () => {
    cancel()
    act()
  }
  const timer = setTimeout(done, OFFLINE_RETRY_MS)
  addEventListener('online', done)
  return cancel
}
