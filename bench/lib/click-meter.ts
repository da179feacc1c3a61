const SAMPLE_RATE = 48_000
const CHANNELS = 2
const BLOCK_SAMPLES = SAMPLE_RATE / 1_000
/** Blocks before and after the one that is looked at; the nearest of them hold what rings on. */
const AROUND_BLOCKS = 100
const NEAR_BLOCKS = 4
const TIMES_LOUDER = 4
/** A hundredth of full scale, in samples of 16 bits. */
const LEAST = 328

/**
 * Clicks in sound of steady loudness: milliseconds whose curve bends more than four times as sharply as anything in the
 * tenth of a second before and after. A change from one sound to another is none; drums would be.
 */
export class ClickMeter {
  /** Places of clicks, in seconds. */
  readonly clicks: number[] = []
  #rest: Buffer = Buffer.alloc(0)
  readonly #last = new Float64Array(2 * CHANNELS)
  #sharpest = 0
  #samples = 0
  /** Sharpest bend of each of the newest blocks. */
  readonly #blocks: number[] = []

  /** Takes sound in stereo at 48 kHz, as samples of 16 bits, cut anywhere. */
  add(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    const whole = all.length - (all.length % (2 * CHANNELS))
    for (let at = 0; at < whole; at += 2 * CHANNELS) {
      for (let channel = 0; channel < CHANNELS; channel += 1)
        this.#bend(channel, all.readInt16LE(at + 2 * channel))
      this.#samples += 1
      if (this.#samples % BLOCK_SAMPLES === 0) this.#endBlock()
    }
    this.#rest = Buffer.from(all.subarray(whole))
  }

  /** Notes by how much the curve bends at this sample: its second difference. */
  #bend(channel: number, sample: number): void {
    const [before = 0, last = 0] = this.#last.subarray(2 * channel)
    this.#sharpest = Math.max(this.#sharpest, Math.abs(sample - 2 * last + before))
    this.#last.set([last, sample], 2 * channel)
  }

  #endBlock(): void {
    this.#blocks.push(this.#sharpest)
    this.#sharpest = 0
    if (this.#blocks.length <= 2 * AROUND_BLOCKS) return
    const [middle = 0] = this.#blocks.slice(AROUND_BLOCKS)
    const around = [
      ...this.#blocks.slice(0, AROUND_BLOCKS - NEAR_BLOCKS),
      ...this.#blocks.slice(AROUND_BLOCKS + NEAR_BLOCKS + 1),
    ]
    if (middle > LEAST && middle > TIMES_LOUDER * Math.max(...around))
      this.clicks.push((this.#samples - (AROUND_BLOCKS + 1) * BLOCK_SAMPLES) / SAMPLE_RATE)
    this.#blocks.shift()
  }
}
