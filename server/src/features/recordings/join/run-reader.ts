import { firstOf, type MapRun } from '@carillon/media/takes/packet-map'

/** Reads runs packet by packet. */
export class RunReader {
  readonly #runs: readonly MapRun[]
  #index = 0
  #used = 0

  constructor(runs: readonly MapRun[]) {
    this.#runs = runs
  }

  /** Returns the run of the next packet alone. */
  next(): MapRun {
    const run = this.#runs[this.#index]
    if (!run) return { kind: 'other', count: 1 }
    const [one = run] = firstOf([run.kind === 'take' ? { ...run, number: run.number + this.#used } : run], 1)
    this.#used++
    if (this.#used >= run.count) {
      this.#index++
      this.#used = 0
    }
    return one
  }
}
