/** Frames over which sound fades in, and out when the ring runs dry: no clicks. 5 ms at 48 kHz. */
const FADE_FRAMES = 240
/** The decoder hands a page over in pieces: it is all there when nothing came for this long. 10 ms at 48 kHz. */
const SETTLED_FRAMES = 480

// Members: one set of cursors that reading and writing move.
/**
 * A bounded stereo ring between the decoder and the loudspeaker. It is silent until `startFrames` are held and begins
 * with the newest of them, reads at `rate` (four-point interpolation off 1), and after running dry it is silent again
 * until refilled: a gap is there already, so what came too late is left out.
 */
export class PcmRing {
  readonly #capacity: number
  readonly #left: Float32Array
  readonly #right: Float32Array
  #writeIndex = 0
  #readIndex = 0
  #isSounding = false
  #gain = 0
  #skipFrames = 0
  #framesSincePush = 0
  rate = 1
  startFrames: number
  /** Frames of the stream heard so far. */
  playedFrames = 0
  underruns = 0
  /** Frames thrown away because the ring was full. */
  droppedFrames = 0

  constructor(capacityFrames: number, startFrames: number) {
    this.#capacity = capacityFrames
    this.#left = new Float32Array(capacityFrames)
    this.#right = new Float32Array(capacityFrames)
    this.startFrames = startFrames
  }

  /** Frames held and not yet read. */
  get bufferedFrames(): number {
    return Math.max(0, Math.floor(this.#writeIndex - this.#readIndex))
  }

  get isSounding(): boolean {
    return this.#isSounding
  }

  /** Appends frames; the oldest give way when the ring is full. */
  push(left: Float32Array, right: Float32Array): void {
    this.#framesSincePush = 0
    for (let index = 0; index < left.length; index += 1) {
      const slot = this.#writeIndex % this.#capacity
      this.#left[slot] = left[index] ?? 0
      this.#right[slot] = right[index] ?? 0
      this.#writeIndex += 1
    }
    const overflow = this.#writeIndex - this.#readIndex - this.#capacity
    if (overflow <= 0) return
    this.#readIndex += overflow
    this.droppedFrames += Math.ceil(overflow)
  }

  /** Leaps over frames at the next read, faded out and in. */
  skip(frames: number): void {
    this.#skipFrames = Math.min(frames, this.bufferedFrames)
  }

  /** Fills one block; returns its peak, 0 to 1. Runs on the audio thread: nothing is allocated here. */
  read(left: Float32Array, right: Float32Array): number {
    this.#framesSincePush += left.length
    if (!this.#isSounding) this.#begin()
    if (!this.#isSounding) {
      left.fill(0)
      right.fill(0)
      return 0
    }
    if (this.rate === 1) this.#readIndex = Math.round(this.#readIndex)
    const isPlain = this.rate === 1 && this.#gain === 1 && this.#skipFrames === 0
    if (isPlain && this.bufferedFrames >= left.length + FADE_FRAMES) this.#copy(left, right)
    else this.#shape(left, right)
    return Math.max(peakOf(left), peakOf(right))
  }

  /** The common case: frame by frame as they came. */
  #copy(left: Float32Array, right: Float32Array): void {
    let slot = this.#readIndex % this.#capacity
    for (let index = 0; index < left.length; index += 1) {
      left[index] = this.#left[slot] ?? 0
      right[index] = this.#right[slot] ?? 0
      slot = slot + 1 === this.#capacity ? 0 : slot + 1
    }
    this.#readIndex += left.length
    this.playedFrames += left.length
  }

  /** With fades, leaps and another speed. */
  #shape(left: Float32Array, right: Float32Array): void {
    for (let index = 0; index < left.length; index += 1) {
      this.#step()
      left[index] = this.#isSounding ? this.#at(this.#left) * this.#gain : 0
      right[index] = this.#isSounding ? this.#at(this.#right) * this.#gain : 0
      if (!this.#isSounding) continue
      this.#readIndex += this.rate
      this.playedFrames += this.rate
    }
  }

  #begin(): void {
    const excess = this.bufferedFrames - this.startFrames
    if (excess < 0 || this.#framesSincePush < SETTLED_FRAMES) return
    this.#readIndex += excess
    this.#isSounding = true
  }

  /** Moves the gain by one frame and carries out what waits for silence: a skip, or running dry. */
  #step(): void {
    if (!this.#isSounding) return
    const held = this.#writeIndex - this.#readIndex
    const isFalling = this.#skipFrames > 0 || held < FADE_FRAMES
    this.#gain = Math.max(0, Math.min(1, this.#gain + (isFalling ? -1 : 1) / FADE_FRAMES))
    if (this.#gain === 0 && this.#skipFrames > 0) this.#leap()
    if (held > 2) return
    this.#isSounding = false
    this.#gain = 0
    this.underruns += 1
  }

  #leap(): void {
    this.#readIndex += Math.min(this.#skipFrames, this.bufferedFrames)
    this.#skipFrames = 0
  }

  /** Catmull-Rom between the two frames around the read position; the frame itself when it falls on one. */
  #at(channel: Float32Array): number {
    const base = Math.floor(this.#readIndex)
    const fraction = this.#readIndex - base
    const here = channel[base % this.#capacity] ?? 0
    if (fraction === 0) return here
    const before = channel[(base + this.#capacity - 1) % this.#capacity] ?? 0
    const next = channel[(base + 1) % this.#capacity] ?? 0
    const after = channel[(base + 2) % this.#capacity] ?? 0
    const slope = (next - before) / 2
    const curve = before - 2.5 * here + 2 * next - after / 2
    const twist = (after - before) / 2 + 1.5 * (here - next)
    return ((twist * fraction + curve) * fraction + slope) * fraction + here
  }
}

function peakOf(channel: Float32Array): number {
  let peak = 0
  for (let index = 0; index < channel.length; index += 1) peak = Math.max(peak, Math.abs(channel[index] ?? 0))
  return peak
}
