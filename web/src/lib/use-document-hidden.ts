import { useSyncExternalStore } from 'react'

/** Whether the tab is in the background. */
export function useDocumentHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.hidden)
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
