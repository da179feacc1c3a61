import type { MapRun, TakeState } from './packet-map.ts'

/** Place of a packet in what a DJ said. */
export type TakePlace = { takeId: string; number: number }

/** Order of a broadcast's takes, and of the packets in them. */
export class TakeOrder {
  readonly #takes: ReadonlyMap<string, TakeState>
  readonly #ids: string[]
  readonly #inRecording: ReadonlySet<string>

  /** Takes that stand in the recording have their order from it; others follow the one before them, or come before the next. */
  constructor(runs: readonly MapRun[], takes: ReadonlyMap<string, TakeState>) {
    this.#takes = takes
    const inRecording = runs.flatMap((run) => (run.kind === 'take' ? [run.takeId] : []))
    this.#inRecording = new Set(inRecording)
    this.#ids = [...this.#inRecording]
    let isNew = true
    while (isNew) {
      isNew = false
      for (const { takeId, after } of takes.values()) {
        if (!after || !takes.has(after.takeId)) continue
        const [place, before] = [this.#ids.indexOf(takeId), this.#ids.indexOf(after.takeId)]
        if (place < 0 === before < 0) continue
        if (place < 0) this.#ids.splice(before + 1, 0, takeId)
        else this.#ids.splice(place, 0, after.takeId)
        isNew = true
      }
    }
  }

  /** Takes in order. */
  get ids(): readonly string[] {
    return this.#ids
  }

  /** Whether any packet of a take stands in the recording. */
  isInRecording(takeId: string): boolean {
    return this.#inRecording.has(takeId)
  }

  isBefore(one: TakePlace, other: TakePlace): boolean {
    const [first, second] = [this.#ids.indexOf(one.takeId), this.#ids.indexOf(other.takeId)]
    return first === second ? one.number < other.number : first < second
  }

  /** Number of packets that were said between two places; null where that is not known. */
  between(left: TakePlace, right: TakePlace): number | null {
    let { takeId, number } = right
    let count = 0
    for (let links = this.#ids.length; links >= 0; links--) {
      if (takeId === left.takeId) return count + number - left.number - 1
      const { from = 0, after = null } = this.#takes.get(takeId) ?? {}
      if (!after || from > 0) return null
      count += number
      takeId = after.takeId
      number = after.packets
    }
    return null
  }
}
