import type { DjParts } from './dj-parts.ts'
import { airOf } from './dj-state.ts'

/** Notices when the show that waits has the air: from then on the station says how it is recorded. */
export function watchTakingOver({ calls, machine, line }: Pick<DjParts, 'calls' | 'machine' | 'line'>): void {
  let isAsking = false
  const look = async () => {
    const air = airOf(machine.state.get())
    if (air?.kind !== 'waiting' || !line.report.get()?.recording || isAsking) return
    isAsking = true
    // Without an answer the next report of the line asks again.
    const broadcast = await calls.get(air.broadcast.id).catch(() => null)
    isAsking = false
    if (broadcast?.status === 'LIVE') machine.dispatch({ type: 'WENT_LIVE', broadcast })
  }
  line.report.subscribe(() => void look())
}
