import type { EncoderNote } from '@carillon/contract/encoder'
import type { EncoderSource } from './encoder-source.ts'

/** What is known of the encoders of one broadcast. */
export type Desk = {
  source: EncoderSource | null
  /** When the password that the source came with was made. */
  passwordAt: Date | null
  note: EncoderNote | null
  /** When a password of it last stopped counting, in monotonic milliseconds. */
  withdrawnMs: number
}

/** More than a station has shows in a month. */
export const MAX_DESKS = 200

/** A desk for each broadcast that has to do with encoders; those without a source are forgotten, the oldest first. */
export class Desks {
  readonly #desks = new Map<number, Desk>()

  /** Broadcasts whose program is connected here. */
  connected(): number[] {
    return [...this.#desks].filter(([, { source }]) => source !== null).map(([id]) => id)
  }

  of(broadcastId: number): Desk {
    const known = this.#desks.get(broadcastId)
    if (known) return known
    const desk: Desk = { source: null, passwordAt: null, note: null, withdrawnMs: Number.NEGATIVE_INFINITY }
    this.#desks.set(broadcastId, desk)
    for (const [id, { source }] of this.#desks) {
      if (this.#desks.size <= MAX_DESKS) break
      if (source === null && id !== broadcastId) this.#desks.delete(id)
    }
    return desk
  }
}
