/** Interval between measurements of loudness: 100 ms, in samples at 48 kHz. */
export const BLOCK_SAMPLES = 4_800

/**
 * Samples to the loudness of each 100 ms: the root mean square of both channels, where 1 is full scale and a sine of full
 * scale 0.707. What is left over waits for more.
 */
export class LoudnessMeter {
  #sum = 0
  #samples = 0

  /** Takes decoded samples from -1 to 1, as many of each channel; gives the blocks that are full now. */
  push(left: Float32Array, right: Float32Array): number[] {
    const levels: number[] = []
    for (let at = 0; at < left.length; ) {
      const end = Math.min(left.length, at + BLOCK_SAMPLES - this.#samples)
      this.#sum += squares(left, at, end) + squares(right, at, end)
      this.#count(end - at, levels)
      at = end
    }
    return levels
  }

  /** Takes so much silence, which nobody has to decode. */
  pushSilence(samples: number): number[] {
    const levels: number[] = []
    for (let left = samples; left > 0; ) {
      const taken = Math.min(left, BLOCK_SAMPLES - this.#samples)
      this.#count(taken, levels)
      left -= taken
    }
    return levels
  }

  #count(samples: number, levels: number[]): void {
    this.#samples += samples
    if (this.#samples < BLOCK_SAMPLES) return
    levels.push(Math.sqrt(this.#sum / (2 * BLOCK_SAMPLES)))
    this.#sum = 0
    this.#samples = 0
  }
}

/** The loudness of some decoded samples as a whole, 1 being full scale. */
export function loudnessOf(left: Float32Array, right: Float32Array): number {
  if (left.length === 0) return 0
  const sum = squares(left, 0, left.length) + squares(right, 0, right.length)
  return Math.sqrt(sum / (2 * left.length))
}

function squares(samples: Float32Array, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum += (samples[at] as number) ** 2
  return sum
}
