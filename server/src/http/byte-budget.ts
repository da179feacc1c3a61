/** Maximum held at the same time, in bytes: by one holder, and by all. */
export type BudgetLimits = { perHolderBytes: number; totalBytes: number }

type Hold = { bytes: number; cut(): void }
type Holder = { bytes: number; holds: Set<Hold> }

/**
 * Counts bytes that are held for clients. Beyond a limit the oldest hold is cut: of the holder whose limit it is, or, for
 * the limit of all, of the largest holder. A healthy client is done in a moment, so the oldest hold is not one of theirs.
 */
export class ByteBudget {
  readonly #limits: BudgetLimits
  readonly #holders = new Map<string, Holder>()
  #bytes = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** All bytes held now. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts `bytes` for `name` until the function that it gives is called, or `cut` was: only one of them ends it. */
  hold(name: string, bytes: number, cut: () => void): () => void {
    const holder = this.#holders.get(name) ?? { bytes: 0, holds: new Set() }
    const hold = { bytes, cut }
    this.#holders.set(name, holder)
    holder.holds.add(hold)
    holder.bytes += bytes
    this.#bytes += bytes
    while (holder.bytes > this.#limits.perHolderBytes && holder.holds.size > 1) this.#cutOldest(name, holder)
    while (this.#bytes > this.#limits.totalBytes && this.#countHolds() > 1)
      this.#cutOldest(...this.#largest())
    return () => this.#release(name, hold)
  }

  #countHolds(): number {
    return this.#holders.size > 1 ? 2 : ([...this.#holders.values()][0]?.holds.size ?? 0)
  }

  #largest(): [string, Holder] {
    let largest: [string, Holder] | null = null
    for (const each of this.#holders) if (!largest || each[1].bytes > largest[1].bytes) largest = each
    if (!largest) throw new Error('Nobody holds anything')
    return largest
  }

  #cutOldest(name: string, { holds }: Holder): void {
    const [oldest] = holds
    if (!oldest) return
    this.#release(name, oldest)
    oldest.cut()
  }

  #release(name: string, hold: Hold): void {
    const holder = this.#holders.get(name)
    if (!holder?.holds.delete(hold)) return
    holder.bytes -= hold.bytes
    this.#bytes -= hold.bytes
    if (holder.holds.size === 0) this.#holders.delete(name)
  }
}
