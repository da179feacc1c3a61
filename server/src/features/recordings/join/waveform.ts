import { WAVEFORM_POINTS } from '@carillon/contract/recordings/schemas'
import { loudnessOf } from '@carillon/media/opus/loudness'
import { OpusDecoder } from 'opus-decoder'

/** Seconds of sound that are decoded at most: of a longer show, a part of each moment. About ten seconds of one core. */
export const MAX_DECODED_SECONDS = 1_800
/** No mount sends fewer bytes a second. */
const LEAST_BYTES_PER_SECOND = 12_000
/** Room in the decoder; a packet of a recorder has a few hundred bytes. */
const MAX_PACKET_BYTES = 7_000

type Level = { atSamples: number; loudness: number }

/** Draws a waveform from pages of packets, in order. The caller frees it. */
export class Waveform {
  readonly #decoder: OpusDecoder
  readonly #levels: Level[] = []
  /** Every this many pages one is decoded. */
  readonly #stride: number
  #pages = 0

  private constructor(decoder: OpusDecoder, stride: number) {
    this.#decoder = decoder
    this.#stride = stride
  }

  /** `bytes` is about how much will come. */
  static async create(bytes: number): Promise<Waveform> {
    const decoder = new OpusDecoder({ channels: 2, forceStereo: true })
    await decoder.ready
    return new Waveform(decoder, Math.ceil(bytes / LEAST_BYTES_PER_SECOND / MAX_DECODED_SECONDS))
  }

  /** Takes the packets of one page, which begins after `atSamples`. */
  push(packets: readonly Uint8Array[], atSamples: number): void {
    if (this.#pages++ % this.#stride !== 0) return
    const readable = packets.filter(({ length }) => length <= MAX_PACKET_BYTES)
    const { channelData, samplesDecoded } = this.#decoder.decodeFrames(readable)
    const [left, right] = channelData
    if (!left || !right || samplesDecoded === 0) return
    this.#levels.push({ atSamples, loudness: loudnessOf(left, right) })
  }

  /** The heights, 255 being a sine of full scale; fewer than 800 for a show of less than about three minutes. */
  heights(totalSamples: number): Uint8Array {
    const heights = new Uint8Array(Math.min(WAVEFORM_POINTS, this.#levels.length))
    const pointAt = (samples: number) => Math.floor((samples / totalSamples) * heights.length)
    for (const [index, { atSamples, loudness }] of this.#levels.entries()) {
      const height = Math.round(Math.min(1, loudness * Math.SQRT2) * 255)
      const first = pointAt(atSamples)
      // What was not decoded is as loud as what was before it.
      const end = Math.max(first + 1, pointAt(this.#levels[index + 1]?.atSamples ?? totalSamples))
      for (let point = first; point < end; point++) heights[point] = Math.max(heights[point] ?? 0, height)
    }
    return heights
  }

  free(): void {
    this.#decoder.free()
  }
}
