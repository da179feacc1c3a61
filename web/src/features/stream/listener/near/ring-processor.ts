import { PcmRing } from './pcm-ring.ts'
import { RING_CAPACITY_MS, RING_PROCESSOR, type RingCommand, type RingReport } from './ring-messages.ts'

// The AudioWorklet's own globals, which the DOM library does not know.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: new (options: ProcessorOptions) => object): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

type ProcessorOptions = { processorOptions: { startFrames: number } }

/** Blocks of 128 frames between two reports: 64 ms at 48 kHz. */
const BLOCKS_PER_REPORT = 24

class RingProcessor extends AudioWorkletProcessor {
  readonly #ring: PcmRing
  #isClosed = false
  #blocks = 0
  #peak = 0
  #lowestFrames = Number.POSITIVE_INFINITY
  #highestFrames = 0

  constructor(options: ProcessorOptions) {
    super()
    const capacity = Math.round((RING_CAPACITY_MS / 1000) * sampleRate)
    this.#ring = new PcmRing(capacity, options.processorOptions.startFrames)
    this.port.onmessage = (event: MessageEvent<RingCommand>) => this.#obey(event.data)
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const [left, right] = outputs[0] ?? []
    if (!left || this.#isClosed) return !this.#isClosed
    const wasSounding = this.#ring.isSounding
    this.#highestFrames = Math.max(this.#highestFrames, this.#ring.bufferedFrames)
    this.#peak = Math.max(this.#peak, this.#ring.read(left, right ?? left))
    this.#lowestFrames = Math.min(this.#lowestFrames, this.#ring.bufferedFrames)
    this.#blocks += 1
    // The first sound and a dry ring are told at once: the page shows them.
    if (this.#blocks >= BLOCKS_PER_REPORT || wasSounding !== this.#ring.isSounding) this.#report()
    return true
  }

  #obey(command: RingCommand): void {
    if (command.type === 'push') this.#ring.push(command.left, command.right)
    if (command.type === 'skip') this.#ring.skip(command.frames)
    if (command.type === 'close') this.#isClosed = true
    if (command.type !== 'tune') return
    this.#ring.rate = command.rate
    this.#ring.startFrames = command.startFrames
  }

  #report(): void {
    const report: RingReport = {
      bufferedFrames: this.#ring.bufferedFrames,
      lowestFrames: this.#lowestFrames,
      highestFrames: this.#highestFrames,
      playedFrames: this.#ring.playedFrames,
      underruns: this.#ring.underruns,
      isSounding: this.#ring.isSounding,
      peak: this.#peak,
    }
    this.port.postMessage(report)
    this.#blocks = 0
    this.#peak = 0
    this.#lowestFrames = Number.POSITIVE_INFINITY
    this.#highestFrames = 0
  }
}

registerProcessor(RING_PROCESSOR, RingProcessor)
