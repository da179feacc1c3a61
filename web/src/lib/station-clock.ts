import { createStore } from './store.ts'

/** A message is late by its way here: that alone must not make the seconds jump. */
const TOLERANCE_MS = 1_000

/** The station's clock, read off what it says: the browser's own may be wrong by hours. Milliseconds since 1970. */
export class StationClock {
  /** Milliseconds by which the station is ahead of the browser. */
  readonly offsetMs = createStore(0)
  readonly #browserNow: () => number

  constructor(browserNow: () => number = () => Date.now()) {
    this.#browserNow = browserNow
  }

  /** The station said, just now, that this was its time. */
  receive(stationMs: number): void {
    const offsetMs = stationMs - this.#browserNow()
    if (Math.abs(offsetMs - this.offsetMs.get()) > TOLERANCE_MS) this.offsetMs.set(offsetMs)
  }

  now(): number {
    return this.at(this.#browserNow())
  }

  /** The station's time at a time of the browser's. */
  at(browserMs: number): number {
    return browserMs + this.offsetMs.get()
  }
}

/** The clock of the station that this page belongs to; the browser's until the station has said something. */
export const stationClock = new StationClock()
