import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'

/** Segments come this late at most, with one that is being cut. */
export const KEPT_SECONDS = 15
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
   * Gives the packets that follow those at the end of these bytes, and forgets all; all of them for null, none where these bytes
   * are not found.
   */
  takeAfter(bytes: Uint8Array | null): Uint8Array[] {
    const packets = this.#packets
    this.#packets = []
    this.#samples = 0
    if (!bytes) return packets
    for (let end = packets.length; end >= ALIKE; end--)
      if (endsWith(bytes, packets.slice(end - ALIKE, end))) return packets.slice(end)
    return []
  }
}

const EMPTY = new Uint8Array(1)

function endsWith(bytes: Uint8Array, packets: readonly Uint8Array[]): boolean {
  let end = bytes.length
  return packets.toReversed().every((packet) => {
    const part = bytes.subarray(Math.max(0, end - packet.length), end)
    end -= packet.length
    return Buffer.compare(part, packet) === 0
  })
}
