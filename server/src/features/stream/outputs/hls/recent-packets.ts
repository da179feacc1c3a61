import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'
import { SEGMENT_SECONDS } from './segmenter.ts'

/** Segments come this late at most, with one that is being cut. */
export const KEPT_SECONDS = 15
/** A segment lasts so long: of less than that the first packet is in the last segment, or all are from behind its end. */
const SEGMENT_SAMPLES = SEGMENT_SECONDS * opusSampleRate
/** So many packets in a row are those at the end of a segment: half a second. */
const ALIKE = 25

/** The newest packets that were sent. */
export class RecentPackets {
  #packets: Uint8Array[] = []
  #samples = 0

  push(packets: readonly Uint8Array[]): void {
    for (const packet of packets) {
      this.#packets.push(packet)
      this.#samples += durationInSamples(packet)
    }
    let gone = 0
    while (this.#samples > KEPT_SECONDS * opusSampleRate)
      this.#samples -= durationInSamples(this.#packets[gone++] ?? EMPTY)
    this.#packets.splice(0, gone)
  }

  /**
   * Gives the packets that follow those at the end of these bytes, and forgets all; all of them for null, and where they have begun
   * after that end; none where the end is not found.
   */
  takeAfter(bytes: Uint8Array | null): Uint8Array[] {
    const packets = this.#packets
    const [first] = packets
    const isShort = this.#samples < SEGMENT_SAMPLES
    this.#packets = []
    this.#samples = 0
    if (!bytes) return packets
    for (let end = packets.length; end >= ALIKE; end--)
      if (endsWith(bytes, packets.slice(end - ALIKE, end))) return packets.slice(end)
    return isShort && first && !contains(bytes, first) ? packets : []
  }
}

const EMPTY = new Uint8Array(1)

const contains = (bytes: Uint8Array, packet: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(packet))

function endsWith(bytes: Uint8Array, packets: readonly Uint8Array[]): boolean {
  let end = bytes.length
  return packets.toReversed().every((packet) => {
    const part = bytes.subarray(Math.max(0, end - packet.length), end)
    end -= packet.length
    return Buffer.compare(part, packet) === 0
  })
}
