import type { Audience } from '../listeners/audience.ts'
import type { Sound } from '../mount/sound.ts'
import { ShowPages } from '../on-air/show-pages.ts'
import type { Transmission } from '../on-air/transmission.ts'
import type { Tap, Transmitter } from '../on-air/transmitter.ts'

/** Main mount, as far as a turn asks. */
export type TurnMount = {
  /** The broadcast begins: who listens is counted in its audience. */
  enter(turn: Turn, audience: Audience): void
  /** The turn has something to send, and sounds from now on. False when it is not its turn. */
  takeOver(turn: Turn): boolean
  /** Sends packets of the show that sounds. */
  pushShow(packets: readonly Uint8Array[]): boolean
  /** Goes on in silence, where the turn sounds: before its first packet something else does, which goes on. */
  silence(turn: Turn): void
  /** Resolves when listeners have got the rest, if the mount ends with the turn. */
  leave(turn: Turn): Promise<void>
  noteLeading(): void
}

/**
 * A live broadcast's turn on the main mount, from its first packet to its end. What it sounds like is a logical stream of
 * its own as well, for its recording.
 */
export class Turn implements Transmission {
  readonly transmitter: Transmitter
  readonly #main: TurnMount
  #pages: ShowPages | null = null
  #leads = false
  #isClosed = false

  constructor(main: TurnMount, transmitter: Transmitter) {
    this.#main = main
    this.transmitter = transmitter
  }

  /** This instance has the source. */
  get leads(): boolean {
    return this.#leads
  }

  begin(tap: Tap, audience: Audience): void {
    this.#pages = new ShowPages(tap)
    this.#main.enter(this, audience)
  }

  pushPackets(packets: readonly Uint8Array[]): boolean {
    return this.#isClosed || !this.#main.takeOver(this) || this.#main.pushShow(packets)
  }

  silence(): void {
    this.#main.silence(this)
  }

  /** Gets the packets of a page while it sounds. */
  takePage(packets: readonly Uint8Array[]): void {
    this.#pages?.take(packets)
  }

  takeSound(sound: Sound): void {
    this.#pages?.takeSound(sound)
  }

  lead(): void {
    this.#leads = true
    this.#main.noteLeading()
  }

  follow(): void {
    this.#leads = false
    this.#main.noteLeading()
  }

  handOn(): boolean {
    return false
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#pages?.end()
    await this.#main.leave(this)
  }
}
