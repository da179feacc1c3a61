import { setTimeout as delay } from 'node:timers/promises'
import type { Station } from '@carillon/testkit/station'

const AGAIN_AFTER_MS = 1_000

/** Starts a station's process again whenever it ends by itself, as a service manager does. */
export class Supervisor {
  readonly #station: Station
  #ends = 0
  #isStopped = false

  constructor(station: Station) {
    this.#station = station
    void this.#supervise()
  }

  /** Number of times it has ended by itself. */
  get ends(): number {
    return this.#ends
  }

  /** From now on nobody starts it again. */
  stop(): void {
    this.#isStopped = true
  }

  async #supervise(): Promise<void> {
    while (true) {
      await this.#station.ended()
      if (this.#isStopped) return
      this.#ends += 1
      await delay(AGAIN_AFTER_MS)
      // One that does not come up has ended as well.
      await this.#station.startServer().catch(() => undefined)
    }
  }
}
