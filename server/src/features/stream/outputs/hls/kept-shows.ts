import type { Log } from '../../ports.ts'
import type { Segment } from './segment.ts'
import { ShowSegments } from './show-segments.ts'

/** The one that goes on, and one that has ended. */
export const MAX_SHOWS = 2

/** Place of a show, by numbers of segments. */
export type ShowPlace = { broadcastId: number; firstNumber: number; lastNumber: number | null }

export type KeptShowsOptions = {
  log: Log
  /** Folder on the disk of the station, which exists. */
  directory: string
}

/** The shows whose segments are on disk, the newest last. */
export class KeptShows {
  readonly #options: KeptShowsOptions
  #shows: ShowSegments[] = []

  constructor(options: KeptShowsOptions) {
    this.#options = options
  }

  get places(): ShowPlace[] {
    return this.#shows.map(({ broadcastId, firstNumber, lastNumber }) => ({
      broadcastId,
      firstNumber,
      lastNumber,
    }))
  }

  /** Number of a segment that did not come here; null where none is missing. */
  get missing(): number | null {
    for (const { missing } of this.#shows) if (missing !== null) return missing
    return null
  }

  find(broadcastId: number): ShowSegments | undefined {
    return this.#shows.find((show) => show.broadcastId === broadcastId)
  }

  /** Keeps a show that begins with this segment. Idempotent. */
  begin(broadcastId: number, firstNumber: number): void {
    if (this.find(broadcastId)) return
    const show = new ShowSegments({ ...this.#options, broadcastId, firstNumber })
    const gone = this.#shows.slice(0, 1 - MAX_SHOWS)
    this.#shows = [...this.#shows, show].slice(-MAX_SHOWS)
    for (const each of gone) void each.close()
  }

  /** Takes a segment for those that it belongs to: over a hand-over these are two. */
  add(segment: Segment): void {
    for (const show of this.#shows) show.add(segment)
  }

  /** Takes a segment that was missing, and resolves when it is on disk. */
  async fill(segment: Segment): Promise<void> {
    this.add(segment)
    await Promise.all(this.#shows.map((show) => show.settled()))
  }

  /** The sound of all of them has ended in this segment. */
  endIn(number: number): void {
    for (const show of this.#shows) if (show.firstNumber <= number) show.endIn(number)
  }

  /** Shows that name this segment. */
  of(epoch: number, number: number): number[] {
    return this.#shows.filter((show) => show.has(epoch, number)).map(({ broadcastId }) => broadcastId)
  }

  /** Shows that name segments of this epoch. */
  ofEpoch(epoch: number): number[] {
    return this.#shows.filter((show) => show.hasEpoch(epoch)).map(({ broadcastId }) => broadcastId)
  }

  /** Bytes of a segment; null when it is not there. */
  async read(epoch: number, number: number): Promise<Buffer | null> {
    for (const show of this.#shows) {
      const bytes = await show.read(epoch, number)
      if (bytes) return bytes
    }
    return null
  }

  /** A segment of any epoch for an instance that lacks it; null when it is not there. */
  async segment(number: number): Promise<Segment | null> {
    for (const show of this.#shows) {
      const segment = await show.segment(number)
      if (segment) return segment
    }
    return null
  }

  /** Forgets one, and gives the disk its room back. */
  forget(broadcastId: number): void {
    const show = this.find(broadcastId)
    this.#shows = this.#shows.filter((each) => each !== show)
    void show?.close()
  }

  /** Forgets all; idempotent. */
  async close(): Promise<void> {
    const shows = this.#shows
    this.#shows = []
    await Promise.all(shows.map((show) => show.close()))
  }
}
