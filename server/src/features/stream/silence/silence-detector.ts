import type { Sound } from '../mount/sound.ts'
import { DecoderProcess, type DecoderProcessOptions } from './decoder-process.ts'
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

  constructor(options: SilenceDetectorOptions) {
    this.#options = options
    const onLevels = (levels: readonly number[]) => this.#judge(levels)
    this.#decoder = new DecoderProcess({ ...options, onLevels })
  }

  /** It has been silent for 20 s or more. */
  get isDeadAir(): boolean {
    return this.#watch.isDeadAir
  }

  push(sound: Sound): void {
    this.#decoder.push(sound)
  }

  /** Idempotent. */
  close(): Promise<void> {
    return this.#decoder.close()
  }

  #judge(levels: readonly number[]): void {
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
