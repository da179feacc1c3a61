import { SILENT_DB } from '@carillon/contract/stream/topics'
import type { Sound } from '../mount/sound.ts'
import { DecoderProcess, type DecoderProcessOptions, type Measured } from './decoder-process.ts'
import { type SilenceStep, SilenceWatch } from './silence-watch.ts'

/** The DJ is warned again every so often while it is silent. */
const REPEAT_SECONDS = 5

export type SilenceDetectorOptions = Pick<DecoderProcessOptions, 'onDeath' | 'script'> & {
  onStep(step: SilenceStep): void
  /** Called every 5 s with how long it has been silent, and 0 when it sounds again. */
  onWarning(seconds: number): void
}

/** Measures what listeners of one broadcast hear, and reports when that is silence. The caller closes it. */
export class SilenceDetector {
  readonly #options: SilenceDetectorOptions
  readonly #watch = new SilenceWatch()
  readonly #decoder: DecoderProcess
  #warnedSeconds = 0
  /** The largest sample since it was last taken; null where nothing was measured. */
  #peak: number | null = null

  constructor(options: SilenceDetectorOptions) {
    this.#options = options
    const onMeasured = (measured: Measured) => this.#judge(measured)
    this.#decoder = new DecoderProcess({ ...options, onMeasured })
  }

  /** It has been silent for 20 s or more. */
  get isDeadAir(): boolean {
    return this.#watch.isDeadAir
  }

  /** The loudest since the last call, in dBFS; null where nothing was measured meanwhile. */
  takePeakDb(): number | null {
    const peak = this.#peak
    this.#peak = null
    if (peak === null) return null
    return Math.min(0, Math.max(SILENT_DB, Math.round(20 * Math.log10(peak))))
  }

  push(sound: Sound): void {
    this.#decoder.push(sound)
  }

  /** Idempotent. */
  close(): Promise<void> {
    return this.#decoder.close()
  }

  #judge({ levels, peak }: Measured): void {
    this.#peak = Math.max(this.#peak ?? 0, peak)
    for (const level of levels) {
      const step = this.#watch.push(level)
      this.#warn()
      if (step) this.#options.onStep(step)
    }
  }

  #warn(): void {
    const { silentSeconds } = this.#watch
    const seconds = silentSeconds - (silentSeconds % REPEAT_SECONDS)
    if (seconds === this.#warnedSeconds) return
    this.#warnedSeconds = seconds
    this.#options.onWarning(seconds)
  }
}
