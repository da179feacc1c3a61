/** Origin of a packet, as far as it says whether the DJ's line was there. */
export type PacketOrigin = 'live' | 'uploaded' | 'silence' | 'other'

/** Part of a recording in which the DJ's line was lost, and how much of it is silence. In samples at 48 kHz. */
export type Outage = { at: number; length: number; silent: number }

/** Shorter than two seconds is a hiccup, or the end of a show. */
export const LEAST_OUTAGE_SAMPLES = 2 * 48_000

/** Finds where the line was lost, from the packets of a recording in order. Silence before the DJ's first packet is none. */
export class OutageFinder {
  readonly #found: Outage[] = []
  #open: Outage | null = null
  #hasBegun = false
  #at = 0

  push(origin: PacketOrigin, samples: number): void {
    if (origin === 'live' || origin === 'other') this.#close()
    if (origin === 'live' || origin === 'uploaded') this.#hasBegun = true
    if (origin === 'uploaded' || origin === 'silence')
      this.#extend(samples, origin === 'silence' ? samples : 0)
    this.#at += samples
  }

  /** Returns what was found; nothing comes after. */
  end(): readonly Outage[] {
    this.#close()
    return this.#found
  }

  #extend(samples: number, silent: number): void {
    if (!this.#hasBegun) return
    this.#open ??= { at: this.#at, length: 0, silent: 0 }
    this.#open.length += samples
    this.#open.silent += silent
  }

  #close(): void {
    if (this.#open && this.#open.length >= LEAST_OUTAGE_SAMPLES) this.#found.push(this.#open)
    this.#open = null
  }
}
