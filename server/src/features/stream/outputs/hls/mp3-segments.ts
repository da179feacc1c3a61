import { AppError } from '../../../../kernel/app-error.ts'
import { errorMessage } from '../../../../kernel/error-message.ts'
import { createSemaphore } from '../../../../kernel/semaphore.ts'
import type { Log } from '../../ports.ts'
import { encodeAsMp3 } from './mp3-encoding.ts'
import type { Segment } from './segment.ts'
import { KEPT_SEGMENTS } from './timeline.ts'

/** One ffmpeg at a time: what players ask for grows by one segment in four seconds. */
export const MAX_ENCODINGS = 1

/** Segments of HLS as MP3, each encoded once, when it is first asked for. */
export class Mp3Segments {
  readonly #ffmpeg: string
  readonly #log: Log
  readonly #encodings = createSemaphore({ maxAtWork: MAX_ENCODINGS, maxWaiting: KEPT_SEGMENTS })
  readonly #made = new Map<string, Promise<Uint8Array>>()

  constructor(ffmpeg: string, log: Log) {
    this.#ffmpeg = ffmpeg
    this.#log = log
  }

  /** A segment that is kept, with the one before it. Throws MEDIA_AWAY when ffmpeg fails; the next who asks has it tried again. */
  find(segment: Segment, before: Segment | undefined): Promise<Uint8Array> {
    const name = `${segment.epoch}/${segment.number}`
    const made = this.#made.get(name)
    if (made) return made
    const making = this.#encode(name, segment, before)
    this.#made.set(name, making)
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= KEPT_SEGMENTS) break
      this.#made.delete(oldest)
    }
    making.catch(() => {
      if (this.#made.get(name) === making) this.#made.delete(name)
    })
    return making
  }

  async #encode(name: string, segment: Segment, before: Segment | undefined): Promise<Uint8Array> {
    try {
      return await this.#encodings.run(() => encodeAsMp3(this.#ffmpeg, segment, before))
    } catch (error) {
      if (error instanceof AppError) throw error
      this.#log.warn({ reason: errorMessage(error), segment: name }, 'A segment was not encoded as MP3')
      throw new AppError('MEDIA_AWAY')
    }
  }
}
