/** Runs something when the browser has nothing better to do. Safari has no idle callback; a moment later is as good. */
export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 300)
}
