/** After this long, one piece of work is forgotten: anyone who signs in now and then is as good as new. */
const FORGOTTEN_AFTER_MS = 60_000
/** Whose work is remembered; beyond it, who worked longest ago is as good as new. */
export const MAX_REMEMBERED = 10_000

/** Recent password checks by person, and the latest turn by network. */
export class RecentWork {
  readonly #now: () => number
  readonly #turnOf = new Map<string, number>()
  readonly #workOf = new Map<string, { amount: number; atMs: number }>()
  #lastTurn = 0

  /** `now` is monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The number of the newest turn. */
  get lastTurn(): number {
    return this.#lastTurn
  }

  /** The number of the network's newest turn; undefined when it had none lately. */
  turnOf(network: string): number | undefined {
    return this.#turnOf.get(network)
  }

  /** Pieces of work of the person, those that are long ago counted less. */
  amountOf(person: string): number {
    const work = this.#workOf.get(person)
    return work ? Math.max(0, work.amount - (this.#now() - work.atMs) / FORGOTTEN_AFTER_MS) : 0
  }

  /** Counts one more piece of work, as a new turn. */
  note({ network, person }: { network: string; person: string }): void {
    remember(this.#turnOf, network, ++this.#lastTurn)
    remember(this.#workOf, person, { amount: this.amountOf(person) + 1, atMs: this.#now() })
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > MAX_REMEMBERED ? map.keys().next() : undefined
  if (oldest && !oldest.done) map.delete(oldest.value)
}
