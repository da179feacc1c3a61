import { randomInt } from 'node:crypto'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import type { Audience } from '../listeners/audience.ts'
import { SILENCE_PACKET } from '../mount/mount.ts'
import type { Sound } from '../mount/sound.ts'
import type { Transmission } from '../on-air/transmission.ts'
import type { Tap, Transmitter } from '../on-air/transmitter.ts'

/** Main mount, as far as a turn asks. */
export type TurnMount = {
  /** The broadcast begins: who listens is counted in its audience. */
  enter(turn: Turn, audience: Audience): void
  /** The turn has something to send, and sounds from now on. False when it is not its turn. */
  takeOver(turn: Turn): boolean
  isSounding(turn: Turn): boolean
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
  readonly #muxer = new OggMuxer({ serialNumber: randomInt(2 ** 32) })
  #tap: Tap | null = null
  #hasSounded = false
  #leads = false
  #isClosed = false

  constructor(main: TurnMount, transmitter: Transmitter) {
    this.#main = main
    this.transmitter = transmitter
  }

  /** This instance has the source, and feeds the further outputs. */
  get leads(): boolean {
    return this.#leads
  }

  begin(tap: Tap, audience: Audience): void {
    this.#tap = tap
    this.#main.enter(this, audience)
  }

  pushPackets(packets: readonly Uint8Array[]): boolean {
    return this.#isClosed || !this.#main.takeOver(this) || this.transmitter.pushPackets(packets)
  }

  /** Before its first packet something else sounds, which goes on. */
  silence(): void {
    if (this.#main.isSounding(this)) this.transmitter.silence()
  }

  /** Gets the packets of a page while it sounds. */
  takePage(packets: readonly Uint8Array[]): void {
    if (packets.length === 0) return
    this.#sayHeader()
    this.#tap?.onPage(this.#muxer.page(packets), packets)
  }

  takeSound(sound: Sound): void {
    this.#tap?.onSound(sound)
  }

  openOutputs(): void {
    this.#leads = true
    this.#main.noteLeading()
  }

  async closeOutputs(): Promise<void> {
    this.#leads = false
    this.#main.noteLeading()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#hasSounded) this.#tap?.onPage(this.#muxer.lastPage([SILENCE_PACKET]), [SILENCE_PACKET])
    await this.#main.leave(this)
  }

  #sayHeader(): void {
    if (this.#hasSounded) return
    this.#hasSounded = true
    this.#tap?.onPage(this.#muxer.headerPages(), [])
  }
}
