/** Whole numbers as ranges, in order and apart: `[from, to)`. */
type Range = { from: number; to: number }

/** Set of whole numbers that come in long runs: numbers of packets. */
export class NumberRanges {
  #ranges: Range[] = []

  /** Number of runs; what holds them is to bound it. */
  get runs(): number {
    return this.#ranges.length
  }

  /** Returns the runs, in order. */
  all(): readonly Readonly<Range>[] {
    return this.#ranges
  }

  /** Adds the numbers from `from` up to, and without, `to`. */
  add(from: number, to: number): void {
    if (to <= from) return
    const last = this.#ranges.at(-1)
    // Numbers nearly always go on where they ended.
    if (last && from >= last.from && from <= last.to) {
      last.to = Math.max(last.to, to)
      return
    }
    const touching = this.#ranges.filter((range) => range.from <= to && range.to >= from)
    const added = {
      from: Math.min(from, ...touching.map((range) => range.from)),
      to: Math.max(to, ...touching.map((range) => range.to)),
    }
    this.#ranges = [...this.#ranges.filter((range) => !touching.includes(range)), added]
    this.#ranges.sort((a, b) => a.from - b.from)
  }

  has(number: number): boolean {
    return this.endOf(number) > number
  }

  /** Counts those from `from` up to, and without, `to`. */
  countIn(from: number, to: number): number {
    const within = this.#ranges.map((range) => Math.min(range.to, to) - Math.max(range.from, from))
    return within.reduce((sum, count) => sum + Math.max(0, count), 0)
  }

  /** Returns the first number from `number` on that is not in the set. */
  endOf(number: number): number {
    const range = this.#ranges.find(({ from, to }) => from <= number && number < to)
    return range?.to ?? number
  }
}
