import { createStore, type Store } from '../../../lib/store.ts'
import type { DjParts } from './dj-parts.ts'
import type { StationState } from './preflight.ts'
import { probeStation } from './station-probe.ts'

/** State of the station for the pre-flight list, loaded as often as a view likes. */
export type StationCheck = {
  state: Store<StationState>
  check(): Promise<void>
  /** Ends the show of another DJ; for administrators. `givenUp` ends the tries. Rejects with ApiError. */
  takeOver(broadcastId: number, givenUp: AbortSignal): Promise<void>
}

type StationCheckParts = Pick<DjParts, 'timers'> & {
  calls: Pick<DjParts['calls'], 'health' | 'live' | 'end'>
  machine: Pick<DjParts['machine'], 'user'>
}

/** Asks on behalf of the person whose page this is. */
export function createStationCheck({ calls, timers, machine }: StationCheckParts): StationCheck {
  const state = createStore<StationState>({ state: 'pending' })
  let checks = 0
  async function check(): Promise<void> {
    if (!machine.user) return
    const number = ++checks
    const found = await probeStation(calls, timers, machine.user.id)
    // An earlier one that took longer is old news.
    if (number === checks) state.set(found)
  }
  return {
    state,
    check,
    async takeOver(broadcastId, givenUp) {
      await calls.end(broadcastId, givenUp)
      await check()
    },
  }
}
