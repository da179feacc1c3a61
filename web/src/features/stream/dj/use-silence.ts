import { useSyncExternalStore } from 'react'
import { useDj } from './dj-context.tsx'

/** For how many seconds listeners have heard silence; 0 while there is sound. */
export function useSilentSeconds(): number {
  const { report } = useDj().line
  return useSyncExternalStore(report.subscribe, () => report.get()?.silentSeconds ?? 0)
}

/** Whether the silence has lasted too long for a pause, or sound comes in here and listeners get none. */
export function useSilenceAlarm(): boolean {
  const { report } = useDj().line
  return useSyncExternalStore(report.subscribe, () => report.get()?.isSilenceAlarm ?? false)
}
