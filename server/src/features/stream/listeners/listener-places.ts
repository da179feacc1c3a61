/** Listeners that one process serves: twice what is promised for one core. */
export const MAX_LISTENERS = 16_000

/** Of all places to listen, one network gets a part. A campus sits behind one address, so the limit is wide. */
export const MAX_LISTENERS_PER_ADDRESS = 10_000

/** Numbers of listeners here, by network. */
export class ListenerPlaces {
  readonly #countOf = new Map<string, number>()

  hasRoomFor(address: string): boolean {
    return (this.#countOf.get(address) ?? 0) < MAX_LISTENERS_PER_ADDRESS
  }

  /** Counts one until `leave`, which is called once for it. */
  take(address: string): void {
    this.#countOf.set(address, (this.#countOf.get(address) ?? 0) + 1)
  }

  leave(address: string): void {
    const left = (this.#countOf.get(address) ?? 1) - 1
    if (left > 0) this.#countOf.set(address, left)
    else this.#countOf.delete(address)
  }
}
