import { HLS_SEGMENT_SECONDS } from '@carillon/contract/stream/schemas'
import { mediaSegment } from '@carillon/media/cmaf/media-segment'
import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'

/** Each segment lasts four seconds, give or take a packet. */
export const SEGMENT_SECONDS = HLS_SEGMENT_SECONDS
const SEGMENT_SAMPLES = SEGMENT_SECONDS * opusSampleRate

/** A piece that is whole. It ends so many samples after the beginning of the first segment of its run. */
export type Cut = { number: number; bytes: Uint8Array; durationInSamples: number; endInSamples: number }

/** Border between segments: `number` is that of the next one. */
export type Border = { number: number; inSamples: number }

/**
 * Packets into numbered segments by the clock of the packets alone: a packet belongs to the segment in which it begins. Who
 * has the same packets from the same number on cuts the same bytes.
 */
export class Segmenter {
  readonly #first: number
  #number: number
  #packets: Uint8Array[] = []
  #startInSamples = 0
  #positionInSamples = 0

  /** `from` is where a run goes on that another one has cut so far. */
  constructor(firstNumber: number, from: Border = { number: firstNumber, inSamples: 0 }) {
    this.#first = firstNumber
    this.#number = from.number
    this.#startInSamples = from.inSamples
    this.#positionInSamples = from.inSamples
  }

  /** Number of the segment that the next packet belongs to. */
  get number(): number {
    return this.#number
  }

  /** The end of the last packet, since the beginning of the first segment. */
  get positionInSamples(): number {
    return this.#positionInSamples
  }

  /** Nothing of the next segment is there yet. */
  get isAtBorder(): boolean {
    return this.#packets.length === 0
  }

  /** Takes packets that `readPacket` accepts; gives the segments that they complete. */
  push(packets: readonly Uint8Array[]): Cut[] {
    return packets.flatMap((packet) => {
      this.#packets.push(packet)
      this.#positionInSamples += durationInSamples(packet)
      const end = (this.#number + 1 - this.#first) * SEGMENT_SAMPLES
      return this.#positionInSamples < end ? [] : this.rest()
    })
  }

  /** The segment that is not full, as it is. */
  rest(): Cut[] {
    const [packets, startInSamples, number] = [this.#packets, this.#startInSamples, this.#number]
    if (packets.length === 0) return []
    this.#packets = []
    this.#startInSamples = this.#positionInSamples
    this.#number += 1
    const bytes = mediaSegment({ sequence: number, startInSamples, packets })
    const endInSamples = this.#positionInSamples
    return [{ number, bytes, durationInSamples: endInSamples - startInSamples, endInSamples }]
  }
}
