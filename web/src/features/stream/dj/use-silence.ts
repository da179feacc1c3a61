import { useSyncExternalStore } from 'react'
import { useDj } from './dj-context.tsx'

/** For how many seconds listeners have heard silence, as the station says; 0 while there is sound. */
export function useSilentSeconds(): number {
  const { report } = useDj().line
  return useSyncExternalStore(report.subscribe, () => report.get()?.silentSeconds ?? 0)
}
