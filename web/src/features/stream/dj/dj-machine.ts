import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { createStore, type Store } from '../../../lib/store.ts'
import { type DjEvent, type DjState, INITIAL_DJ_STATE, isOnAir, nextDjState } from './dj-state.ts'
import type { OnAirTraces } from './on-air-traces.ts'
import type { Timers } from './timers.ts'

export type DjUser = { id: number; role: string; name: string }

const SAVE_INTERVAL_MS = 5_000

/** Holds the state that `nextDjState` decides, and whose it is. What being on air leaves in the browser follows it. */
export class DjMachine {
  readonly state: Store<DjState> = createStore<DjState>(INITIAL_DJ_STATE)
  user: DjUser | null = null
  readonly #traces: OnAirTraces

  constructor(traces: OnAirTraces, timers: Timers) {
    this.#traces = traces
    addEventListener('pagehide', () => traces.save(this.state.get()))
    timers.every(SAVE_INTERVAL_MS, () => isOnAir(this.state.get()) && traces.save(this.state.get()))
  }

  /** The broadcast that the state is about, whether on air, waiting or over; null without one. */
  get broadcast(): Broadcast | null {
    const state = this.state.get()
    return 'broadcast' in state ? state.broadcast : null
  }

  dispatch(event: DjEvent): void {
    this.#enter(nextDjState(this.state.get(), event))
  }

  /** Nobody broadcasts from this page any more. */
  reset(): void {
    this.user = null
    this.#enter(INITIAL_DJ_STATE)
  }

  #enter(state: DjState): void {
    this.state.set(state)
    this.#traces.follow(state)
  }
}
