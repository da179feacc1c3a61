import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'
import { SEGMENT_SECONDS } from './segmenter.ts'

/** Segments come this late at most, with one that is being cut. */
export const KEPT_SECONDS = 15
/** A segment lasts so long: of less than that the first packet is in the last segment, or all are from behind its end. */
const SEGMENT_SAMPLES = SEGMENT_SECONDS * opusSampleRate
/** So many packets in a row are those at the end of a segment: half a second. */
const ALIKE = 25
/** More are not compared: a segment of packets of 20 ms. */
const MOST_ALIKE = 200

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
    const end = endIn(packets, bytes)
    if (end !== null) return packets.slice(end)
    return isShort && first && !contains(bytes, first) ? packets : []
  }
}

const EMPTY = new Uint8Array(1)

const contains = (bytes: Uint8Array, packet: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(packet))

/**
 * Place behind the packets at the end of these bytes, where most are alike; null where too few are. Of a long silence, which is
 * alike at each place, it is the end of the first: sound that follows is not left out.
 */
function endIn(packets: readonly Uint8Array[], bytes: Uint8Array): number | null {
  let end: number | null = null
  let most = ALIKE
  for (let place = ALIKE; place <= packets.length; place++) {
    const alike = alikeBefore(place, packets, bytes)
    const isBetter = end === null ? alike >= most : alike > most || (alike === most && end === place - 1)
    if (isBetter) [end, most] = [place, alike]
  }
  return end
}

function alikeBefore(place: number, packets: readonly Uint8Array[], bytes: Uint8Array): number {
  let end = bytes.length
  for (let alike = 0; alike < MOST_ALIKE; alike++) {
    const packet = packets[place - 1 - alike]
    const isAlike =
      packet && Buffer.compare(bytes.subarray(Math.max(0, end - packet.length), end), packet) === 0
    if (!isAlike) return alike
    end -= packet.length
  }
  return MOST_ALIKE
}
