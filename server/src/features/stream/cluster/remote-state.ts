import { RECOVERING_AFTER_MS } from '@carillon/contract/stream/schemas'
import type { OnAirState } from './on-air-state.ts'

/** State of a broadcast as its leader sent it last, advanced to the present. */
export class RemoteState {
  readonly #now: () => number
  #sent: { state: OnAirState; atMs: number } | null = null

  /** `now` is monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Null before anything came. Silence goes on while nothing more is sent. */
  get current(): OnAirState | null {
    if (!this.#sent) return null
    const { state, atMs } = this.#sent
    const sinceMs = this.#now() - atMs
    const isRecovering = state.isRecovering || sinceMs > RECOVERING_AFTER_MS
    return { ...state, isRecovering, silentForMs: state.silentForMs + sinceMs }
  }

  apply(state: OnAirState): void {
    this.#sent = { state, atMs: this.#now() }
  }

  /** The instance that leads cannot be reached: its source's place is free. */
  markLeaderLost(): void {
    this.#change({ sourceUserId: null, source: null })
  }

  letProgramBack(): void {
    this.#change({ isProgramAside: false })
  }

  #change(change: Partial<OnAirState>): void {
    if (this.#sent) this.#sent.state = { ...this.#sent.state, ...change }
  }
}
