export const RETRY_BASE_MS = 500
export const RETRY_CAP_MS = 30_000
export const MAX_RETRIES = 6

/** Delay before the try numbered `attempt` (1 is the first): 500 ms, doubled each time, at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** (attempt - 1))
}
