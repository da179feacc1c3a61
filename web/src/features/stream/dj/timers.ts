import { pageNow } from '../../../lib/page-clock.ts'

/** Ends what it was returned for; calling it again does nothing. */
export type Cancel = () => void

/** Time for the engine: a dedicated Worker in the browser, a fake in tests. Milliseconds everywhere. */
export type Timers = {
  now(): number
  after(delayMs: number, run: () => void): Cancel
  every(intervalMs: number, run: () => void): Cancel
}

/** Request of the page to the worker. */
export type TimerRequest =
  | { type: 'SET'; id: number; ms: number; repeats: boolean }
  | { type: 'CLEAR'; id: number }

/** Timers that a hidden tab does not slow down to one a minute: they run in a dedicated Worker. */
export function createWorkerTimers(worker: Worker): Timers {
  const pending = new Map<number, () => void>()
  let lastId = 0
  worker.addEventListener('message', (event: MessageEvent<number>) => pending.get(event.data)?.())

  function set(ms: number, repeats: boolean, run: () => void): Cancel {
    const id = ++lastId
    pending.set(id, repeats ? run : once(id, run))
    worker.postMessage({ type: 'SET', id, ms, repeats } satisfies TimerRequest)
    return () => {
      if (!pending.delete(id)) return
      worker.postMessage({ type: 'CLEAR', id } satisfies TimerRequest)
    }
  }

  function once(id: number, run: () => void): () => void {
    return () => {
      pending.delete(id)
      run()
    }
  }

  return {
    now: pageNow,
    after: (delayMs, run) => set(delayMs, false, run),
    every: (intervalMs, run) => set(intervalMs, true, run),
  }
}
