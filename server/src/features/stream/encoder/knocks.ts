import { Allowance } from '../../../allowance.ts'

/** A campus shares one address, and programs with an old password knock every few seconds. */
const KNOCK_RATE = { burst: 300, perSecond: 1 }
const MAX_ADDRESSES = 10_000

/** How often encoders of an address may try to get in. The addresses longest unheard are forgotten when there are many. */
export class Knocks {
  readonly #addresses = new Map<string, Allowance>()

  /** Counts one; answers whether it may be looked at. */
  take(address: string, nowMs: number): boolean {
    const allowance = this.#addresses.get(address) ?? new Allowance(KNOCK_RATE, nowMs)
    this.#addresses.delete(address)
    this.#addresses.set(address, allowance)
    const [oldest] = this.#addresses.keys()
    if (this.#addresses.size > MAX_ADDRESSES && oldest !== undefined) this.#addresses.delete(oldest)
    return allowance.take(1, nowMs)
  }
}
