import { randomInt } from 'node:crypto'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { SILENCE_PACKET } from '../mount/mount.ts'
import type { Sound } from '../mount/sound.ts'
import type { Tap } from './transmitter.ts'

/**
 * One show of a mount that outlives it, as a logical stream of its own, for its recording: the header comes with its first
 * packets, the last page with its end.
 */
export class ShowPages {
  readonly #muxer = new OggMuxer({ serialNumber: randomInt(2 ** 32) })
  readonly #tap: Tap
  #hasBegun = false
  #hasEnded = false

  constructor(tap: Tap) {
    this.#tap = tap
  }

  /** Takes the packets of a page of the mount. */
  take(packets: readonly Uint8Array[]): void {
    if (packets.length === 0 || this.#hasEnded) return
    if (!this.#hasBegun) this.#tap.onPage(this.#muxer.headerPages(), [])
    this.#hasBegun = true
    this.#tap.onPage(this.#muxer.page(packets), packets)
  }

  takeSound(sound: Sound): void {
    if (!this.#hasEnded) this.#tap.onSound(sound)
  }

  /** Ends it, if it ever began; idempotent. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (this.#hasBegun) this.#tap.onPage(this.#muxer.lastPage([SILENCE_PACKET]), [SILENCE_PACKET])
  }
}
