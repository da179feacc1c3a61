import type { MeterFrame } from './signal-watch.ts'

// The scope of an AudioWorklet, which TypeScript's DOM library leaves out.
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(
  name: string,
  processor: new (options: AudioWorkletNodeOptions) => AudioWorkletProcessor,
): void

const FRAMES_PER_SECOND = 20
const FULL_SCALE = 0.999

/** Measures what passes by in blocks and reports it at most 20 times a second. */
class MeterProcessor extends AudioWorkletProcessor {
  readonly #samplesPerFrame: number
  #samples = 0
  #left = 0
  #right = 0
  #squares = 0
  #channels = 0
  #identical = true

  /** `blockSamples` is the block of the page's audio buffer: a frame is made of whole ones. */
  constructor({ processorOptions }: AudioWorkletNodeOptions) {
    super()
    const { blockSamples }: { blockSamples: number } = processorOptions
    this.#samplesPerFrame = Math.ceil(sampleRate / FRAMES_PER_SECOND / blockSamples) * blockSamples
  }

  process(inputs: Float32Array[][]): boolean {
    const input = inputs[0] ?? []
    const left = input[0]
    const right = input[1] ?? left
    this.#channels = Math.max(this.#channels, input.length)
    if (left && right) this.#measure(left, right)
    this.#samples += left?.length ?? 128
    if (this.#samples >= this.#samplesPerFrame) this.#report()
    return true
  }

  #measure(left: Float32Array, right: Float32Array): void {
    for (let index = 0; index < left.length; index++) {
      const leftSample = left[index] ?? 0
      const rightSample = right[index] ?? 0
      this.#left = Math.max(this.#left, Math.abs(leftSample))
      this.#right = Math.max(this.#right, Math.abs(rightSample))
      this.#squares += leftSample ** 2 + rightSample ** 2
      if (leftSample !== rightSample) this.#identical = false
    }
  }

  #report(): void {
    const frame: MeterFrame = {
      peaks: [this.#left, this.#right],
      loudness: Math.sqrt(this.#squares / (2 * this.#samples)),
      channels: this.#channels,
      identical: this.#identical,
      clipped: Math.max(this.#left, this.#right) >= FULL_SCALE,
    }
    this.port.postMessage(frame)
    this.#samples = 0
    this.#left = 0
    this.#right = 0
    this.#squares = 0
    this.#channels = 0
    this.#identical = true
  }
}

registerProcessor('carillon-meter', MeterProcessor)
