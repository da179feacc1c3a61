import { MINUTE_MS } from '@carillon/contract/durations'
import { createContext, useSyncExternalStore } from 'react'
import { stationClock } from '../../lib/station-clock.ts'

/** Minute of `useMinute` for the messages around: a new one draws their ages again and nothing else of them. */
export const MinuteContext = createContext(0)

/** Now by the station's clock, to the minute before, renewed every minute while `isWatched`. */
export function useMinute(isWatched: boolean): number {
  return useSyncExternalStore(isWatched ? watchMinutes : watchNothing, minute)
}

function minute(): number {
  return Math.floor(stationClock.now() / MINUTE_MS) * MINUTE_MS
}

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all who watch. */
function watchMinutes(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    for (const watch of [...watchers]) watch()
  }, MINUTE_MS)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function watchNothing(): () => void {
  return () => undefined
}
