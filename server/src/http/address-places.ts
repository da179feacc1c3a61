import { networkOf } from '../kernel/ip-network.ts'

/** Limits on connections, in all and from one address. */
export type AddressLimits = { all: number; perAddress: number }

/**
 * Counts connections by address, of IPv6 by its /64. A campus or a proxy is one address, so that its limit is to be wide.
 */
export class AddressPlaces {
  readonly #limits: AddressLimits
  readonly #countOf = new Map<string, number>()
  #size = 0

  constructor(limits: AddressLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Whether one more from this address fits. */
  hasRoomFor(address: string): boolean {
    const { all, perAddress } = this.#limits
    return this.#size < all && (this.#countOf.get(networkOf(address)) ?? 0) < perAddress
  }

  /** Counts one; gives what ends that, which is idempotent. */
  enter(address: string): () => void {
    const network = networkOf(address)
    this.#count(network, 1)
    let hasLeft = false
    return () => {
      if (!hasLeft) this.#count(network, -1)
      hasLeft = true
    }
  }

  #count(network: string, change: 1 | -1): void {
    this.#size += change
    const count = (this.#countOf.get(network) ?? 0) + change
    if (count > 0) this.#countOf.set(network, count)
    else this.#countOf.delete(network)
  }
}
