import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'

export const OPUS_CONFIG: AudioDecoderConfig = {
  codec: 'opus',
  sampleRate: opusSampleRate,
  numberOfChannels: 2,
}
/** Packets the decoder may owe us before we call it too slow. */
const MAX_QUEUE = 400
const MICROSECONDS = 1_000_000

type OpusDecoderOptions = {
  /** Samples at the beginning that only warm the decoder up and are thrown away. */
  preRollSamples: number
  /** Planar 48 kHz; the arrays belong to the receiver. */
  onSound: (left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>) => void
  onError: (reason: string) => void
}

/** WebCodecs around one Opus stream: packets in, stereo samples out, in order. */
export class OpusDecoder {
  readonly #options: OpusDecoderOptions
  readonly #decoder: AudioDecoder
  #timestamp = 0
  #preRoll: number

  constructor(options: OpusDecoderOptions) {
    this.#options = options
    this.#preRoll = options.preRollSamples
    this.#decoder = new AudioDecoder({
      output: (sound) => this.#onOutput(sound),
      error: (error) => options.onError(error.message),
    })
    this.#decoder.configure(OPUS_CONFIG)
  }

  decode(packet: Uint8Array): void {
    const duration = durationInSamples(packet)
    if (duration === 0 || this.#decoder.state !== 'configured') return
    if (this.#decoder.decodeQueueSize > MAX_QUEUE) {
      this.#options.onError('the decoder is too slow')
      return
    }
    const timestamp = (this.#timestamp / opusSampleRate) * MICROSECONDS
    this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data: packet }))
    this.#timestamp += duration
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }

  #onOutput(sound: AudioData): void {
    const skip = Math.min(this.#preRoll, sound.numberOfFrames)
    this.#preRoll -= skip
    const left = planeOf(sound, 0).subarray(skip)
    const right = sound.numberOfChannels > 1 ? planeOf(sound, 1).subarray(skip) : left
    sound.close()
    if (left.length > 0) this.#options.onSound(left.slice(), right.slice())
  }
}

function planeOf(sound: AudioData, planeIndex: number): Float32Array<ArrayBuffer> {
  const plane = new Float32Array(sound.numberOfFrames)
  sound.copyTo(plane, { planeIndex, format: 'f32-planar' })
  return plane
}
