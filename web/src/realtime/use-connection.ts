import { useMemo } from 'react'
import { useStore } from '../lib/store.ts'
import type { ConnectionView } from './connection-view.ts'
import { useRealtime } from './realtime-context.ts'

/** State of the connection, and the way to try again at once. */
export function useConnection(): ConnectionView & { retry(): void } {
  const realtime = useRealtime()
  const view = useStore(realtime.view)
  return useMemo(() => ({ ...view, retry: () => realtime.retry() }), [view, realtime])
}
