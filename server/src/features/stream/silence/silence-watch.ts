/** Quieter than this, -50 dBFS, is silence; 1 is full scale. */
export const SILENT_BELOW = 10 ** (-50 / 20)
/** Blocks of 100 ms. */
const BLOCKS_PER_SECOND = 10
const WARN_AFTER_BLOCKS = 5 * BLOCKS_PER_SECOND
const DEAD_AFTER_BLOCKS = 20 * BLOCKS_PER_SECOND
/** A click is no sound: this many blocks in a row are. */
const SOUND_BLOCKS = 3

/** Silence has lasted 5 s, then 20 s; it sounds again after a silence that was reported. */
export type SilenceStep = 'SILENCE' | 'DEAD_AIR' | 'SOUND_BACK'

/** Follows the loudness of a show, 100 ms at a time, and reports when it has been silent for too long. Pure. */
export class SilenceWatch {
  #silentBlocks = 0
  #soundingBlocks = 0

  /** Length of the silence so far, in whole seconds. */
  get silentSeconds(): number {
    return Math.floor(this.#silentBlocks / BLOCKS_PER_SECOND)
  }

  /** It has been silent for 20 s or more. */
  get isDeadAir(): boolean {
    return this.#silentBlocks >= DEAD_AFTER_BLOCKS
  }

  /** Takes the loudness of the next block; gives the step that it leads to. */
  push(level: number): SilenceStep | null {
    if (level < SILENT_BELOW) return this.#silence()
    this.#soundingBlocks++
    return this.#soundingBlocks >= SOUND_BLOCKS ? this.#sound() : null
  }

  #silence(): SilenceStep | null {
    const before = this.#silentBlocks
    // What turned out to be a click was part of the silence.
    const clickBlocks = this.#soundingBlocks < SOUND_BLOCKS ? this.#soundingBlocks : 0
    this.#silentBlocks += clickBlocks + 1
    this.#soundingBlocks = 0
    const hasReached = (blocks: number) => before < blocks && this.#silentBlocks >= blocks
    if (hasReached(WARN_AFTER_BLOCKS)) return 'SILENCE'
    return hasReached(DEAD_AFTER_BLOCKS) ? 'DEAD_AIR' : null
  }

  #sound(): SilenceStep | null {
    const wasReported = this.#silentBlocks >= WARN_AFTER_BLOCKS
    this.#silentBlocks = 0
    return wasReported ? 'SOUND_BACK' : null
  }
}
