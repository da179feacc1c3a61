/** Second-order filter: y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y''. */
type Coefficients = { b0: number; b1: number; b2: number; a1: number; a2: number }

/** ITU-R BS.1770-4 Annex 1, tables 1 and 2: at 48 kHz, a shelf for the head, then a high pass. */
const SHELF: Coefficients = {
  b0: 1.53512485958697,
  b1: -2.69169618940638,
  b2: 1.19839281085285,
  a1: -1.69065929318241,
  a2: 0.73248077421585,
}
const HIGH_PASS: Coefficients = { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 }

/** Gating blocks last 400 ms and begin every 100 ms, in samples at 48 kHz. */
const STEP_SAMPLES = 4_800
const STEPS_IN_BLOCK = 4
const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10

/**
 * Integrated loudness of a stereo signal at 48 kHz, in LUFS (ITU-R BS.1770-4 Annex 1, EBU R 128): what is quieter than -70
 * LUFS, or than 10 LU below the rest, does not count. Holds a number for each 100 ms.
 */
export class IntegratedLoudness {
  readonly #filters = [0, 1].map(() => [new Biquad(SHELF), new Biquad(HIGH_PASS)] as const)
  /** Sums of squares of both channels, of each 100 ms that is whole. */
  readonly #steps: number[] = []
  #sum = 0
  #samples = 0

  /** Takes samples from -1 to 1, as many of each channel. */
  push(left: Float32Array, right: Float32Array): void {
    for (let at = 0; at < left.length; ) {
      const end = Math.min(left.length, at + STEP_SAMPLES - this.#samples)
      this.#sum += this.#weigh(0, left, at, end) + this.#weigh(1, right, at, end)
      this.#samples += end - at
      at = end
      if (this.#samples === STEP_SAMPLES) this.#endStep()
    }
  }

  /** Loudness so far; minus infinity of silence, and of less than 400 ms. */
  get lufs(): number {
    const blocks = this.#blocks()
    const audible = blocks.filter((power) => lufsOf(power) > ABSOLUTE_GATE_LUFS)
    const threshold = lufsOf(meanOf(audible)) + RELATIVE_GATE_LU
    return lufsOf(meanOf(audible.filter((power) => lufsOf(power) > threshold)))
  }

  #weigh(channel: 0 | 1, samples: Float32Array, start: number, end: number): number {
    const [shelf, highPass] = this.#filters[channel] as readonly [Biquad, Biquad]
    let sum = 0
    for (let at = start; at < end; at++) {
      const weighted = highPass.step(shelf.step(samples[at] as number))
      sum += weighted * weighted
    }
    return sum
  }

  #endStep(): void {
    this.#steps.push(this.#sum)
    this.#sum = 0
    this.#samples = 0
  }

  /** Mean powers of the blocks. */
  #blocks(): number[] {
    const blocks: number[] = []
    for (let end = STEPS_IN_BLOCK; end <= this.#steps.length; end++) {
      const sum = this.#steps.slice(end - STEPS_IN_BLOCK, end).reduce((total, step) => total + step, 0)
      blocks.push(sum / (STEPS_IN_BLOCK * STEP_SAMPLES))
    }
    return blocks
  }
}

class Biquad {
  readonly #of: Coefficients
  #state1 = 0
  #state2 = 0

  constructor(coefficients: Coefficients) {
    this.#of = coefficients
  }

  /** Transposed direct form II. */
  step(x: number): number {
    const { b0, b1, b2, a1, a2 } = this.#of
    const y = b0 * x + this.#state1
    this.#state1 = b1 * x - a1 * y + this.#state2
    this.#state2 = b2 * x - a2 * y
    return y
  }
}

/** BS.1770-4 Annex 1, equation 2: the sum of a left and a right channel, which weigh the same. */
function lufsOf(power: number): number {
  return -0.691 + 10 * Math.log10(power)
}

function meanOf(powers: readonly number[]): number {
  return powers.length === 0 ? 0 : powers.reduce((sum, power) => sum + power, 0) / powers.length
}
