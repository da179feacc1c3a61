import { useSyncExternalStore } from 'react'
import { useDj, useDjState } from './dj-context.tsx'
import { airOf } from './dj-state.ts'

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

/** Whether listeners get what this page sends: it is neither a test nor a show that waits to take over. */
export function useIsShow(): boolean {
  return airOf(useDjState())?.kind === 'show'
}

/** Words for a silence: where nobody listens it is not theirs. */
export function silenceWords(isShow: boolean): string {
  return isShow ? 'Listeners hear silence' : 'Your sound is silent'
}
