import { opusSampleRate } from '@carillon/media/opus/packet'

/** Names that are kept: more instances than any station has. */
export const MAX_FOLLOWERS = 100
/** One that lives asks again within two seconds. */
const GONE_AFTER_SAMPLES = 10 * opusSampleRate

/** The instances that take segments as they are cut, and how far each has come. Time is that of the sound, in samples. */
export class Followers {
  readonly #places = new Map<string, { lastNumber: number; seenAt: number }>()

  /** This instance asks for what follows the segment of this number, or has none yet. */
  note(name: string, lastNumber: number | null, now: number): void {
    this.#places.delete(name)
    this.#places.set(name, { lastNumber: lastNumber ?? -1, seenAt: now })
    const [oldest] = this.#places.keys()
    if (this.#places.size > MAX_FOLLOWERS && oldest !== undefined) this.#places.delete(oldest)
  }

  /** Each of those that asked of late has the segment of this number. */
  allHave(number: number, now: number): boolean {
    return [...this.#places.values()].every(
      ({ lastNumber, seenAt }) => lastNumber >= number || now - seenAt > GONE_AFTER_SAMPLES,
    )
  }

  clear(): void {
    this.#places.clear()
  }
}
