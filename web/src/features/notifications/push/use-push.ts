import { useEffect } from 'react'
import { useStore } from '../../../lib/store.ts'
import { useCall } from '../../../session/session.ts'
import { type PushState, type PushStore, pushStoreOf } from './push-store.ts'

/** Pushes to this browser: how it stands, also after the browser's own settings were changed, and its switch. */
export function usePush(): PushStore & { now: PushState } {
  const store = pushStoreOf(useCall())
  useEffect(() => {
    void store.look()
    return onPermissionChange(() => void store.look())
  }, [store])
  return { ...store, now: useStore(store.state) }
}

function onPermissionChange(listener: () => void): () => void {
  const closing = new AbortController()
  const watch = async () => {
    const status = await navigator.permissions.query({ name: 'notifications' })
    status.addEventListener('change', listener, { signal: closing.signal })
  }
  // Where it cannot be watched, the next visit shows it.
  watch().catch(() => undefined)
  return () => closing.abort()
}
