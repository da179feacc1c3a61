import type { DjParts } from './dj-parts.ts'
import { isOffAir, isOnAir } from './dj-state.ts'

/** Presence of the DJ at the dashboard. Whoever leaves it off the air leaves no open microphone and no unused draft. */
export type DashboardPresence = {
  /** It is open, until what this gives is called. */
  open(): () => void
}

export function createDashboardPresence({
  machine,
  sound,
  draft,
}: Pick<DjParts, 'machine' | 'sound' | 'draft'>): DashboardPresence {
  let openCount = 0
  let now = machine.state.get()
  machine.state.subscribe(() => {
    const before = now
    now = machine.state.get()
    // A start takes its draft back itself. A show that is taken up again keeps its sound for another try.
    const hasFailed = before.name === 'starting' && !before.isResuming && isOffAir(now)
    if (hasFailed && openCount === 0) sound.close()
  })

  function leave(): void {
    const state = machine.state.get()
    openCount -= 1
    if (openCount > 0 || isOnAir(state) || state.name === 'starting') return
    sound.close()
    // A show that waits to be taken up is no draft.
    if (state.name !== 'resumable') void draft.discard()
  }

  return {
    open() {
      openCount += 1
      return leave
    },
  }
}
