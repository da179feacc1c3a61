import { ShowPages } from './show-pages.ts'
import type { Transmission } from './transmission.ts'
import type { Tap, Transmitter } from './transmitter.ts'

/**
 * Way of a show to the listeners of the show before it, which handed over: the mount and every connection go on, and end
 * with this show, unless that hands over as well.
 */
export class InheritedTransmission implements Transmission {
  readonly transmitter: Transmitter
  #pages: ShowPages | null = null
  #isOver = false

  constructor(transmitter: Transmitter) {
    this.transmitter = transmitter
  }

  begin(tap: Tap): void {
    const pages = new ShowPages(tap)
    this.#pages = pages
    this.transmitter.retap({
      onPage: (_, packets) => pages.take(packets),
      onSound: (sound) => pages.takeSound(sound),
    })
  }

  pushPackets(packets: readonly Uint8Array[]): boolean {
    return this.#isOver || this.transmitter.pushPackets(packets)
  }

  silence(): void {
    if (!this.#isOver) this.transmitter.silence()
  }

  lead(): void {
    if (!this.#isOver) this.transmitter.lead()
  }

  follow(): void {
    if (!this.#isOver) this.transmitter.follow()
  }

  handOn(): boolean {
    this.#isOver = true
    return true
  }

  async close(): Promise<void> {
    // The recording's last page, which comes before that of the mount.
    this.#pages?.end()
    if (this.#isOver) return
    this.#isOver = true
    await this.transmitter.shut()
  }
}
