import { OggMuxer } from '@carillon/media/ogg/muxer'
import { headerPages } from '@carillon/media/ogg/page'
import { restampPages } from '@carillon/media/ogg/restamp'
import type { Listener } from '../listeners/listener.ts'
import { BURST_MS, SILENCE_PACKET } from '../mount/mount.ts'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import { MAX_BEHIND_MS } from '../mount/page-buffer.ts'
import type { Cursor, Stretch } from './recorded-part.ts'

/** A listener at the live edge is written to this often at most. */
const LEAST_PAUSE_MS = 900

/** Some pages, and where to go on in the file that they come from. */
export type Piece = Stretch & { cursor: Cursor | null }

export type RewinderOptions = {
  listener: Listener
  serialNumber: number
  /** Position to begin at, in samples at 48 kHz on the mount. */
  at: number
  /** Monotonic milliseconds. */
  now: () => number
  /** Reads on from a position. Null when nothing is there yet. Rejects when the disk fails. */
  read: (at: number, cursor: Cursor | null) => Promise<Piece | null> | Piece | null
}

/**
 * One listener who is behind what is live. Its stream is a logical one of its own: it begins at granule position 0 and has
 * no gap, wherever its pages come from. It gets a burst, then as much as the clock asks for.
 */
export class Rewinder {
  readonly listener: Listener
  readonly #options: RewinderOptions
  readonly #startedMs: number
  #at: number
  /** Position on the mount of its own granule position 0. */
  #origin: number
  #sequence = headerPages
  #cursor: Cursor | null = null
  #wroteMs = Number.NEGATIVE_INFINITY
  #isReading = false

  constructor(options: RewinderOptions) {
    this.listener = options.listener
    this.#options = options
    this.#at = options.at
    this.#origin = options.at
    this.#startedMs = options.now()
  }

  /** Position of what it gets next. */
  get at(): number {
    return this.#at
  }

  /** Writes what is due, unless it has not read what it has. To be called a few times a second. */
  async tick(): Promise<void> {
    const { socket } = this.listener
    if (socket.writableLength > 0) {
      if (this.#missingMs > MAX_BEHIND_MS) this.listener.dropStalled()
      return
    }
    if (this.#isReading || this.#options.now() - this.#wroteMs < LEAST_PAUSE_MS) return
    this.#isReading = true
    try {
      while (this.#missingMs > 0 && socket.writableLength === 0 && !socket.destroyed) {
        const at = this.#at
        const piece = await this.#options.read(at, this.#cursor)
        if (!piece) break
        if (at === this.#at) this.#write(piece)
      }
    } catch {
      // The player comes back, as it does when any connection is lost.
      this.listener.destroy()
    } finally {
      this.#isReading = false
    }
  }

  /** Goes on at another position, without a hole in its stream. */
  moveTo(position: number): void {
    this.#origin += position - this.#at
    this.#at = position
    this.#cursor = null
  }

  /** Ends it with what is left, where that is given, and a last page. */
  close(rest: readonly Piece[]): void {
    for (const piece of rest) this.#write(piece)
    const muxer = new OggMuxer({
      serialNumber: this.#options.serialNumber,
      sequence: this.#sequence,
      granulePosition: this.#at - this.#origin,
    })
    this.listener.end(muxer.lastPage([SILENCE_PACKET]))
  }

  /** Sound that the clock asks for and was not written. */
  get #missingMs(): number {
    const sentMs = (this.#at - this.#origin) / SAMPLES_PER_MS
    return BURST_MS + this.#options.now() - this.#startedMs - sentMs
  }

  #write({ bytes, from, until, origin, cursor }: Piece): void {
    const { socket } = this.listener
    if (socket.destroyed) return
    // What is not there any more is left out, and its stream goes on without a hole.
    this.#origin += from - this.#at
    const copy = Buffer.from(bytes)
    const { serialNumber } = this.#options
    this.#sequence += restampPages(copy, {
      serialNumber,
      sequence: this.#sequence,
      shiftInSamples: origin - this.#origin,
    })
    this.#at = until
    this.#cursor = cursor
    this.#wroteMs = this.#options.now()
    socket.write(copy)
  }
}
