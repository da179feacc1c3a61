/** Connections at most that have not sent all of their head: each costs a socket and up to 8 KiB. */
export const MAX_HALF_HEADS = 200

/**
 * The connections whose heads are not whole yet, by the network they come from. When there are too many, the oldest of
 * the network that has most is given up: a network that opens more of them takes the places from its own, and the newest has the
 * most time to become whole.
 */
export class HalfHeads {
  readonly #limit: number
  /** Oldest first, each by what gives it up. */
  readonly #ofNetwork = new Map<string, Set<() => void>>()
  #count = 0

  constructor(limit = MAX_HALF_HEADS) {
    this.#limit = limit
  }

  /** Holds a place until the returned function is called; `giveUp` may be called before that, once. */
  add(network: string, giveUp: () => void): () => void {
    const places = this.#ofNetwork.get(network) ?? new Set()
    const place = () => giveUp()
    this.#ofNetwork.set(network, places.add(place))
    this.#count++
    if (this.#count > this.#limit) this.#giveUpOldest()
    return () => this.#remove(network, place)
  }

  #giveUpOldest(): void {
    const [network = '', places] = [...this.#ofNetwork].reduce((most, each) =>
      each[1].size > most[1].size ? each : most,
    )
    const [oldest] = places
    if (!oldest) return
    this.#remove(network, oldest)
    oldest()
  }

  #remove(network: string, place: () => void): void {
    const places = this.#ofNetwork.get(network)
    if (!places?.delete(place)) return
    this.#count--
    if (places.size === 0) this.#ofNetwork.delete(network)
  }
}
