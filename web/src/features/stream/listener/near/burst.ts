import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'

/** The burst is over when nothing came for this long; live pages are 250 ms apart. */
const QUIET_MS = 35
/** On a slow way the burst drips in: do not wait longer than this after its first packet. */
const MOST_MS = 180

/**
 * Holds back what the server sends at once on joining and lets only the newest of it through, so that listening
 * begins at the live edge. After that packets pass unchanged.
 */
export class Burst {
  readonly #keepMs: number
  readonly #pass: (packets: Uint8Array[]) => void
  #held: Uint8Array[] | null = []
  #quiet: ReturnType<typeof setTimeout> | undefined
  #latest: ReturnType<typeof setTimeout> | undefined

  constructor(keepMs: number, pass: (packets: Uint8Array[]) => void) {
    this.#keepMs = keepMs
    this.#pass = pass
  }

  push(packets: Uint8Array[]): void {
    if (!this.#held) {
      this.#pass(packets)
      return
    }
    this.#held = newestPackets([...this.#held, ...packets], this.#keepMs)
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#release(), QUIET_MS)
    this.#latest ??= setTimeout(() => this.#release(), MOST_MS)
  }

  close(): void {
    clearTimeout(this.#quiet)
    clearTimeout(this.#latest)
    this.#held = []
  }

  #release(): void {
    const packets = this.#held ?? []
    this.close()
    this.#held = null
    this.#pass(packets)
  }
}

/** The newest packets that together last at least `durationMs`; all of them when they are shorter. */
export function newestPackets(packets: readonly Uint8Array[], durationMs: number): Uint8Array[] {
  let missing = (durationMs / 1000) * opusSampleRate
  let first = packets.length
  while (first > 0 && missing > 0) {
    first -= 1
    missing -= durationInSamples(packets[first] ?? new Uint8Array(0))
  }
  return packets.slice(first)
}
