import { OggMuxer } from '@carillon/media/ogg/muxer'
import { headerPages, pageSequence } from '@carillon/media/ogg/page'
import { NumberedPages } from '@carillon/media/ogg/renumber'
import { durationInSamples } from '@carillon/media/opus/packet'
import { silencePacket } from '@carillon/media/opus/silence'
import { minBitrateBytes, padToMinBitrate } from './min-bitrate-padding.ts'
import { Pacer, SAMPLES_PER_MS } from './pacer.ts'
import { markOrigin } from './packet-origin.ts'
import { type Batch, PageBuffer } from './page-buffer.ts'
import type { Sound } from './sound.ts'

/** Sound that a new listener gets at once: browsers start from it without waiting and play about this far behind. */
export const BURST_MS = 3_000
const SILENCE_PACKET_SAMPLES = 960
export const SILENCE_PACKET = silencePacket(SILENCE_PACKET_SAMPLES, minBitrateBytes(SILENCE_PACKET_SAMPLES))
markOrigin(SILENCE_PACKET, 'silence')
/** Longest page, so that a late burst is no single huge one. A recorder's chunk is 240 to 300 ms. */
const MAX_PAGE_SAMPLES = 320 * SAMPLES_PER_MS
const BITRATE_WINDOW_MS = 5_000

export type MountKind = 'live' | 'test'
export type MountOptions = {
  /** Names the logical stream, 32 bits, random. */
  serialNumber: number
  /** Monotonic milliseconds. */
  now: () => number
  /** Called with the header and then with each page and its packets. It must not wait for anything. */
  onPage: (bytes: Uint8Array, packets: readonly Uint8Array[]) => void
  /** Called with what sounds, to measure it. It must not wait either. */
  onSound?: (sound: Sound) => void
}

/** Initial bytes for a new listener, the page to go on with, and how much lower its sequence numbers are. */
export type Opening = Batch & { back: number }

type TimedPacket = { bytes: Uint8Array; durationInSamples: number }

// Members: one logical Ogg stream: source, silence and pages share its position.
/**
 * Mount to which listeners attach. Owns the one logical Ogg stream that goes on through every change of the source, and
 * fills its absence with silence. `tick` must be called a few times a second.
 */
export class Mount {
  readonly pages = new PageBuffer()
  readonly #options: MountOptions
  readonly #muxer: OggMuxer
  readonly #pacer: Pacer<TimedPacket>
  #isClosed = false
  #opening: Opening | null = null

  constructor(options: MountOptions) {
    this.#options = options
    this.#muxer = new OggMuxer({ serialNumber: options.serialNumber })
    this.#pacer = new Pacer(options.now(), BURST_MS)
  }

  /** The two header pages, numbered 0 and 1. */
  get header(): Uint8Array {
    return this.#muxer.headerPages()
  }

  get serialNumber(): number {
    return this.#options.serialNumber
  }

  /** Samples at 48 kHz that were sent so far: the granule position of the newest page. */
  get sent(): number {
    return this.#muxer.granulePosition
  }

  /** Sends the header to `onPage` and prepares the burst of the first listener. To be called once. */
  begin(): void {
    this.#options.onPage(this.#muxer.headerPages(), [])
    this.tick()
  }

  /**
   * Header pages and the burst, for a new listener. Shared by all who join now. Readers of the reference library want
   * pages 0 and 1 first and complain about a gap after them, so every listener's pages are numbered on.
   */
  opening(): Opening {
    if (this.#opening?.next === this.pages.end) return this.#opening
    const from = this.pages.lastPages(BURST_MS)
    const first = this.pages.at(from)
    const back = first ? pageSequence(first.bytes) - headerPages : 0
    const burst = this.pages.join(from, this.pages.end)
    new NumberedPages(burst.bytes).lower(back)
    this.#opening = { bytes: Buffer.concat([this.#muxer.headerPages(), burst.bytes]), next: burst.next, back }
    return this.#opening
  }

  /** Takes the packets of one chunk of the source. Answers whether all of them were kept. */
  pushPackets(packets: readonly Uint8Array[]): boolean {
    const now = this.#options.now()
    if (this.#isClosed || packets.length === 0) return true
    const droppedBefore = this.#pacer.droppedInSamples
    const timed = packets.map((bytes) => ({ bytes, durationInSamples: durationInSamples(bytes) }))
    this.#sendSource(this.#pacer.push(timed, now))
    return this.#pacer.droppedInSamples === droppedBefore
  }

  /** Sends what the clock asks for: silence, or a source that was waiting for its turn. */
  tick(): void {
    if (this.#isClosed) return
    const due = this.#pacer.tick(this.#options.now())
    this.#sendSource(due.packets)
    this.#sendSilence(Math.ceil(due.silenceInSamples / SILENCE_PACKET_SAMPLES))
  }

  /** Goes on in silence at once: the source is gone for good, or held. What waits of it is dropped. */
  silence(): void {
    this.#pacer.silence()
  }

  /** Delay this server adds to the source's audio. */
  get bufferedMs(): number {
    return Math.round(this.#pacer.bufferedMs(this.#options.now()))
  }

  /** Bits per second as listeners get them, measured over the last seconds. */
  get bitrate(): number | null {
    return this.pages.bitrate(BITRATE_WINDOW_MS)
  }

  /** Ends the logical stream with a last page. Nothing follows; idempotent. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#publish(this.#muxer.lastPage([SILENCE_PACKET]), [SILENCE_PACKET], SILENCE_PACKET_SAMPLES)
  }

  #sendSource(packets: readonly TimedPacket[]): void {
    if (packets.length === 0) return
    this.#options.onSound?.({ packets: packets.map(({ bytes }) => bytes) })
    this.#send(packets)
  }

  #sendSilence(packets: number): void {
    if (packets === 0) return
    const silenceInSamples = packets * SILENCE_PACKET_SAMPLES
    this.#pacer.sentSilence(silenceInSamples)
    this.#options.onSound?.({ silenceInSamples })
    const silence = { bytes: SILENCE_PACKET, durationInSamples: SILENCE_PACKET_SAMPLES }
    this.#send(Array<TimedPacket>(packets).fill(silence))
  }

  #send(packets: readonly TimedPacket[]): void {
    for (const page of toPages(packets)) {
      const samples = page.reduce((sum, packet) => sum + packet.durationInSamples, 0)
      const padded = padToMinBitrate(page.map((packet) => packet.bytes))
      this.#publish(this.#muxer.page(padded), padded, samples)
    }
  }

  #publish(bytes: Uint8Array, packets: readonly Uint8Array[], samples: number): void {
    this.pages.append({ bytes, durationMs: samples / SAMPLES_PER_MS })
    this.#options.onPage(bytes, packets)
  }
}

/** As many packets to a page as last about one recorder chunk. */
function toPages(packets: readonly TimedPacket[]): TimedPacket[][] {
  const pages: TimedPacket[][] = []
  let roomInSamples = 0
  for (const packet of packets) {
    if (packet.durationInSamples > roomInSamples) {
      pages.push([])
      roomInSamples = MAX_PAGE_SAMPLES
    }
    pages.at(-1)?.push(packet)
    roomInSamples -= packet.durationInSamples
  }
  return pages
}
