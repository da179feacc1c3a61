import { useEffect } from 'react'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import { useDjState } from '../dj-context.tsx'
import type { DjState } from '../dj-state.ts'

/** Closes the question whether to end a show when that is over, another one, or no longer this person's. */
export function useEndOfQuestion(): void {
  const id = idToEnd(useDjState())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is about the show of this id.
  useEffect(() => () => openDashboardDialog.set(null), [id])
}

/** Id of the show that may be ended here; null without one. */
function idToEnd(state: DjState): number | null {
  if (state.name === 'ended' || state.name === 'rejected' || !('broadcast' in state)) return null
  return state.broadcast?.id ?? null
}
