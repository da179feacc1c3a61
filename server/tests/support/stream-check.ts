import { pageGranulePosition, pageSequence, segmentsOn } from '@carillon/media/ogg/page'
import { PageSplitter } from '@carillon/media/ogg/page-splitter'
import { isHeaderPacket } from '@carillon/media/opus/head'
import { durationInSamples } from '@carillon/media/opus/packet'
import { SILENCE_PACKET } from '../../src/features/stream/mount/mount.ts'
import { SAMPLES_PER_MS } from '../../src/features/stream/mount/pacer.ts'

const MAX_FAULTS = 20

/** Stream of one listener, however long: checks page by page that it is one logical stream, and keeps none of them. */
export class StreamCheck {
  readonly faults: string[] = []
  readonly #pages = new PageSplitter(0)
  #heads = 0
  #sequence = 0
  #serialNumber: number | null = null
  #firstPosition: number | null = null
  #position = 0
  #silenceInSamples = 0
  #longestSilenceInSamples = 0

  push(bytes: Uint8Array): void {
    for (const page of this.#pages.push(bytes)) this.#take(page)
    if (this.#pages.skippedBytes > 0) this.#fault(`${this.#pages.skippedBytes} bytes that are no page`)
  }

  /** OpusHead packets so far. */
  get heads(): number {
    return this.#heads
  }

  /** Length of the sound that has come. */
  get durationMs(): number {
    return (this.#position - (this.#firstPosition ?? 0)) / SAMPLES_PER_MS
  }

  /** Longest time without anything but the station's own silence. */
  get longestSilenceMs(): number {
    return this.#longestSilenceInSamples / SAMPLES_PER_MS
  }

  #take(page: Uint8Array): void {
    const sequence = pageSequence(page)
    if (sequence !== this.#sequence) this.#fault(`page ${sequence} instead of ${this.#sequence}`)
    this.#sequence = sequence + 1
    const serialNumber = new DataView(page.buffer, page.byteOffset).getUint32(14, true)
    this.#serialNumber ??= serialNumber
    if (serialNumber !== this.#serialNumber) this.#fault('another serial number')
    const packets = packetsOn(page)
    const [first] = packets
    if (first && isHeaderPacket(first)) this.#takeHeader(first)
    else this.#takeSound(packets, pageGranulePosition(page))
  }

  #takeHeader(packet: Uint8Array): void {
    if (Buffer.from(packet).toString('latin1', 0, 8) === 'OpusHead') this.#heads++
    if (this.#firstPosition !== null) this.#fault('a header in the middle')
  }

  #takeSound(packets: readonly Uint8Array[], granulePosition: number): void {
    const samples = packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
    this.#firstPosition ??= granulePosition - samples
    const expected = (this.#position || this.#firstPosition) + samples
    if (granulePosition !== expected) this.#fault(`position ${granulePosition} instead of ${expected}`)
    this.#position = granulePosition
    for (const packet of packets) this.#listen(packet)
  }

  #listen(packet: Uint8Array): void {
    const isSilence = packet.length === SILENCE_PACKET.length && Buffer.compare(packet, SILENCE_PACKET) === 0
    this.#silenceInSamples = isSilence ? this.#silenceInSamples + durationInSamples(packet) : 0
    this.#longestSilenceInSamples = Math.max(this.#longestSilenceInSamples, this.#silenceInSamples)
  }

  #fault(words: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(`${words} after ${this.durationMs} ms`)
  }
}

/** Packets of a page. Those of the mount never go on from one page to the next. */
function packetsOn(page: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = []
  let parts: Uint8Array[] = []
  for (const segment of segmentsOn(page)) {
    parts.push(segment)
    if (segment.length === 255) continue
    packets.push(parts.length === 1 ? segment : Buffer.concat(parts))
    parts = []
  }
  return packets
}
