import type { EncoderNote } from '@carillon/contract/encoder/schemas'
import type { EncoderSource } from './encoder-source.ts'

/** State of the encoders of one broadcast. */
export type EncoderState = {
  source: EncoderSource | null
  /** Gives up a connection that was let in, and whose format is being read. */
  arriving: AbortController | null
  /** When the password that the source came with was made. */
  passwordAt: Date | null
  note: EncoderNote | null
  /** When a program last took over from another one, or tried to, in monotonic milliseconds. */
  contestedMs: number
  /** When a password of it last stopped counting, in monotonic milliseconds. */
  withdrawnMs: number
}

/** More than a station has shows in a month. */
export const MAX_ENCODER_STATES = 200

/** A state for each broadcast that has to do with encoders; those without a connection are forgotten, the oldest first. */
export class EncoderStates {
  readonly #states = new Map<number, EncoderState>()

  /** Broadcasts whose program is connected here. */
  connected(): number[] {
    return [...this.#states].filter(([, { source }]) => source !== null).map(([id]) => id)
  }

  /** Controllers that give up the connections whose format is being read. */
  arriving(): AbortController[] {
    return [...this.#states.values()].flatMap(({ arriving }) => arriving ?? [])
  }

  of(broadcastId: number): EncoderState {
    const known = this.#states.get(broadcastId)
    if (known) return known
    const state: EncoderState = {
      source: null,
      arriving: null,
      passwordAt: null,
      note: null,
      contestedMs: Number.NEGATIVE_INFINITY,
      withdrawnMs: Number.NEGATIVE_INFINITY,
    }
    this.#states.set(broadcastId, state)
    for (const [id, { source, arriving }] of this.#states) {
      if (this.#states.size <= MAX_ENCODER_STATES) break
      if (source === null && arriving === null && id !== broadcastId) this.#states.delete(id)
    }
    return state
  }
}
