import { concatBytes } from '../bytes.ts'

/** Segments to packets (RFC 3533 s5): a packet goes on over segments of 255 bytes and ends with a shorter one. */
export class PacketJoiner {
  #parts: Uint8Array[] = []
  #bytes = 0
  #isSkipping = false

  /** Bytes of the packet that is not whole yet. Who reads from strangers limits them. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * A page begins. `goesOn` says that its first packet is the rest of what is held; when `isContinued` without it, the
   * rest of a packet whose beginning was lost is passed over.
   */
  beginPage(goesOn: boolean, isContinued: boolean): void {
    if (goesOn && (this.#bytes > 0 || this.#isSkipping)) return
    this.#forget()
    this.#isSkipping = isContinued
  }

  /** Takes a segment; gives the packet that ends with it, or null. */
  push(segment: Uint8Array): Uint8Array | null {
    const isEnd = segment.length < 255
    if (this.#isSkipping) {
      this.#isSkipping = !isEnd
      return null
    }
    this.#parts.push(segment)
    this.#bytes += segment.length
    if (!isEnd) return null
    const [only] = this.#parts
    const packet = only?.length === this.#bytes ? only : concatBytes(this.#parts)
    this.#forget()
    return packet
  }

  /** Drops the packet that is not whole yet, with the segments of it that are still to come. */
  skipPacket(): void {
    this.#forget()
    this.#isSkipping = true
  }

  #forget(): void {
    this.#parts = []
    this.#bytes = 0
  }
}
