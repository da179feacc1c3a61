/** BS.1770-4 Annex 2: interpolation to four times the rate, a row for each phase. The other two are these, turned round. */
const PHASE_0 = Float64Array.of(
  0.001708984375,
  0.010986328125,
  -0.0196533203125,
  0.033203125,
  -0.0594482421875,
  0.1373291015625,
  0.97216796875,
  -0.102294921875,
  0.047607421875,
  -0.026611328125,
  0.014892578125,
  -0.00830078125,
)
const PHASE_1 = Float64Array.of(
  -0.0291748046875,
  0.029296875,
  -0.0517578125,
  0.089111328125,
  -0.16650390625,
  0.465087890625,
  0.77978515625,
  -0.2003173828125,
  0.1015625,
  -0.0582275390625,
  0.0330810546875,
  -0.0189208984375,
)
const PHASES = [PHASE_0, PHASE_1, PHASE_1.toReversed(), PHASE_0.toReversed()]
const TAPS = PHASE_0.length
/** No phase can make more of its samples than this many times the largest. */
const MAX_GAIN = Math.max(...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)))

/** True peak of one channel at 48 kHz, 1 being full scale (BS.1770-4 Annex 2): what a player makes between the samples counts. */
export class TruePeak {
  #last = new Float32Array(TAPS - 1)
  #peak = 0

  get peak(): number {
    return this.#peak
  }

  push(samples: Float32Array): void {
    const all = new Float32Array(this.#last.length + samples.length)
    all.set(this.#last)
    all.set(samples, this.#last.length)
    for (let at = 0; at < all.length; at++) this.#peak = Math.max(this.#peak, Math.abs(all[at] as number))
    for (let at = 0; at + TAPS <= all.length; at++) this.#interpolate(all, at)
    this.#last = all.slice(-(TAPS - 1))
  }

  /** Nearly all places are too quiet to matter, and cost no more than to see that. */
  #interpolate(samples: Float32Array, at: number): void {
    let largest = 0
    for (let tap = 0; tap < TAPS; tap++) largest = Math.max(largest, Math.abs(samples[at + tap] as number))
    if (largest * MAX_GAIN <= this.#peak) return
    for (const taps of PHASES) {
      let sum = 0
      for (let tap = 0; tap < TAPS; tap++)
        sum += (taps[TAPS - 1 - tap] as number) * (samples[at + tap] as number)
      this.#peak = Math.max(this.#peak, Math.abs(sum))
    }
  }
}
