import type { Cancel, Timers } from './timers.ts'

type Due = { at: number; repeatsMs: number | null; run: () => void }

/** Timers for tests: nothing happens until `advance` is called. */
export type FakeTimers = Timers & { advance(ms: number): void; pending(): number }

/** A clock that starts at zero and moves only when told to. */
export function createFakeTimers(): FakeTimers {
  const dues = new Set<Due>()
  let nowMs = 0

  function add(due: Due): Cancel {
    dues.add(due)
    return () => dues.delete(due)
  }

  function nextBefore(end: number): Due | undefined {
    return [...dues].filter((due) => due.at <= end).sort((a, b) => a.at - b.at)[0]
  }

  function fire(due: Due): void {
    nowMs = due.at
    if (due.repeatsMs === null) dues.delete(due)
    else due.at += due.repeatsMs
    due.run()
  }

  return {
    now: () => nowMs,
    after: (delayMs, run) => add({ at: nowMs + delayMs, repeatsMs: null, run }),
    every: (intervalMs, run) => add({ at: nowMs + intervalMs, repeatsMs: intervalMs, run }),
    pending: () => dues.size,
    advance(ms) {
      const end = nowMs + ms
      for (let due = nextBefore(end); due; due = nextBefore(end)) fire(due)
      nowMs = end
    },
  }
}
