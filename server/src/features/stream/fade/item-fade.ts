import { copyOrigin } from '../mount/packet-origin.ts'
import { MixerProcess, type Tail } from './mixer-process.ts'

/** Sound of the item that listeners still have ahead when a show takes over: it covers the time of mixing. */
export const BRIDGE_MS = 240
/** Limit for the first packets of a show to be mixed, else they go out as they are: within `BRIDGE_MS`, or silence would fall between. */
const FIRST_MIX_MS = 160
/** The same for those that follow: the last packet of a slice waits for the recorder's next one. */
export const MAX_MIX_MS = 600
/** Packets that wait for the mixer at most; with more the show goes out as it came. The shortest lasts 2.5 ms. */
export const MAX_MIXING = 400

export type ItemFadeOptions = {
  /** Sends packets of the show. */
  send(packets: readonly Uint8Array[]): boolean
  /** Worker script; for tests. */
  script?: URL
}

/**
 * Fading of the item that a show cuts, below the show's first second. A mixer stands ready from the show's beginning to the
 * end of the fade; without one the item is cut. Packets keep their order and length in either case.
 */
export class ItemFade {
  readonly #options: ItemFadeOptions
  #mixer: MixerProcess | null = null
  #hasBegun = false
  /** Some of the show went out mixed. */
  #hasSent = false
  /** Packets that the mixer has, oldest first. */
  #waiting: Uint8Array[] = []
  #deadline: NodeJS.Timeout | undefined

  constructor(options: ItemFadeOptions) {
    this.#options = options
  }

  /** A show is on, which has not sent anything yet. Idempotent. */
  prepare(): void {
    if (!this.#mixer || this.#mixer.hasEnded) this.#mixer = new MixerProcess(this.#options.script)
  }

  /** The mixer stands ready for a tail. */
  get isReady(): boolean {
    return this.#mixer?.isReady === true && !this.#hasBegun
  }

  /** Lets what was cut fade from now on. To be called only where it `isReady`. */
  begin(tail: Tail): void {
    this.#hasBegun = true
    this.#mixer?.begin(tail)
  }

  /** Takes packets of the show, and answers whether they were kept. */
  push(packets: readonly Uint8Array[]): boolean {
    const mixer = this.#mixer
    if (!mixer || !this.#hasBegun) return this.#options.send(packets)
    this.#waiting.push(...packets)
    if (this.#waiting.length > MAX_MIXING) {
      this.#giveUp(mixer)
      return true
    }
    this.#limit(mixer)
    mixer.mix(packets).then(
      (mixed) => this.#take(mixer, mixed.packets, mixed.isOver),
      () => this.#giveUp(mixer),
    )
    return true
  }

  /** Drops what waits; the mixer ends. Idempotent. */
  stop(): void {
    this.#waiting = []
    this.#end()
  }

  #take(mixer: MixerProcess, mixed: readonly Uint8Array[], isOver: boolean): void {
    if (mixer !== this.#mixer) return
    const packets = this.#waiting.splice(0, mixed.length)
    this.#options.send(mixed.map((packet, index) => copyOrigin(packets[index] ?? packet, packet)))
    if (isOver && this.#waiting.length === 0) this.#end()
    // The first ones keep their limit until something went out.
    else if (mixed.length > 0) {
      this.#hasSent = true
      clearTimeout(this.#deadline)
      this.#deadline = undefined
      if (this.#waiting.length > 0) this.#limit(mixer)
    }
  }

  #limit(mixer: MixerProcess): void {
    this.#deadline ??= setTimeout(() => this.#giveUp(mixer), this.#hasSent ? MAX_MIX_MS : FIRST_MIX_MS)
  }

  /** The rest of what was cut is left out. */
  #giveUp(mixer: MixerProcess): void {
    if (mixer !== this.#mixer) return
    const waiting = this.#waiting
    this.stop()
    this.#options.send(waiting)
  }

  #end(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
    this.#hasBegun = false
    this.#hasSent = false
    void this.#mixer?.close()
    this.#mixer = null
  }
}
