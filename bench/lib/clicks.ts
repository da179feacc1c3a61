import { setTimeout as delay } from 'node:timers/promises'
import { OggPacketReader } from '@carillon/media/ogg/packet-reader'
import { isHeaderPacket } from '@carillon/media/opus/head'
import { OpusDecoder } from 'opus-decoder'

const LOUD = 0.3
/** Clicks of a microphone lie further apart. */
const REST_MS = 500

/** Ear of a listener without a browser, for the clicks of a fake microphone: when the bytes that have each of them came. */
export class Clicks {
  readonly #reader = new OggPacketReader()
  readonly #decoder: OpusDecoder
  #atMs: number[] = []

  private constructor(decoder: OpusDecoder) {
    this.#decoder = decoder
  }

  static async open(): Promise<Clicks> {
    const decoder = new OpusDecoder({ channels: 2, forceStereo: true })
    await decoder.ready
    return new Clicks(decoder)
  }

  /** Takes the next bytes of the stream; `atMs` on the wall clock. */
  push(bytes: Uint8Array, atMs: number): void {
    const packets = this.#reader.push(bytes).filter((packet) => !isHeaderPacket(packet))
    const { channelData } = this.#decoder.decodeFrames(packets)
    const isLoud = channelData[0]?.some((sample) => Math.abs(sample) > LOUD) ?? false
    if (isLoud && atMs - (this.#atMs.at(-1) ?? 0) > REST_MS) this.#atMs.push(atMs)
  }

  /** When the clicks of the coming time came. */
  async during(ms: number): Promise<readonly number[]> {
    this.#atMs = []
    await delay(ms)
    return this.#atMs
  }
}
