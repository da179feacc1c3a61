import { maxPageBytes } from '@carillon/media/ogg/page-splitter'
import { type PlacedPage, pagesIn } from '@carillon/media/ogg/restamp'
import { findPageBefore } from '../playout/find-page.ts'
import { READ_BYTES, SharedFile } from './page-reads.ts'

/**
 * Whole pages that follow each other, shared by all who read, and where they stand among what was sent. Positions are in
 * samples at 48 kHz on the mount, negative before it began; `origin` is that of granule position 0 of these pages.
 */
export type Stretch = { bytes: Uint8Array; from: number; until: number; origin: number }

/** Place where a reader of a part goes on. */
export type Cursor = { part: RecordedPart; offset: number; at: number }

export type RecordedPartOptions = {
  path: string
  /** Position of its granule position 0. */
  origin: number
  /** Bytes that are written of it. */
  bytes: () => number
  /** Position of its end as far as it was sent. */
  until: () => number
  /** More is being written. */
  isGrowing: () => boolean
}

/** One file of a recording, as far as it is written. Owns it from its first read to `close`. */
export class RecordedPart {
  readonly #options: RecordedPartOptions
  readonly #file: SharedFile

  constructor(options: RecordedPartOptions) {
    this.#options = options
    this.#file = new SharedFile(options.path)
  }

  get from(): number {
    return this.#options.origin
  }

  get until(): number {
    return this.#options.until()
  }

  get isGrowing(): boolean {
    return this.#options.isGrowing()
  }

  /**
   * The page that sounds at this position and some that follow it, with the place to go on at. Null where it is not
   * written, or damaged. Rejects when the file cannot be read.
   */
  async read(at: number, cursor: Cursor | null): Promise<(Stretch & { cursor: Cursor }) | null> {
    const begin = cursor?.part === this && cursor.at === at ? cursor : await this.#placeOf(at)
    const { bytes, pages } = await this.#pagesAt(begin.offset)
    const first = pages.findIndex(({ granulePosition }) => this.#isSound(granulePosition, at))
    const last = pages.findLast(({ granulePosition }) => this.#isSound(granulePosition, at))
    const page = pages[first]
    if (!page || !last) return null
    const { origin } = this.#options
    // A page begins where the one ahead of it ends.
    const before = pages[first - 1]
    return {
      bytes: bytes.subarray(page.start, last.end),
      origin,
      from: before ? origin + before.granulePosition : begin.at,
      until: origin + last.granulePosition,
      cursor: { part: this, offset: begin.offset + last.end, at: origin + last.granulePosition },
    }
  }

  /** Whether its file can be read. */
  isReadable(): Promise<boolean> {
    return this.#file.isReadable()
  }

  /** Opens its file, which may be removed from then on. */
  open(): void {
    this.#file.run(async () => undefined).catch(() => undefined) // who reads it learns it then
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  /** Not a header, not what was heard already, and not the packet that closes a file. */
  #isSound(granulePosition: number, at: number): boolean {
    const end = this.#options.origin + granulePosition
    return granulePosition > 0 && end > at && end <= this.until
  }

  async #pagesAt(offset: number): Promise<{ bytes: Buffer; pages: PlacedPage[] }> {
    for (const length of [READ_BYTES, 2 * maxPageBytes]) {
      const left = Math.min(length, this.#options.bytes() - offset)
      const bytes = left > 0 ? await this.#file.read(offset, left) : Buffer.alloc(0)
      const pages = [...pagesIn(bytes)]
      if (pages.length > 0 || left < length) return { bytes, pages }
    }
    return { bytes: Buffer.alloc(0), pages: [] }
  }

  /** Finds a page that begins before this position, the last one of what was read or the one after it. */
  async #placeOf(at: number): Promise<Omit<Cursor, 'part'>> {
    const { origin, bytes } = this.#options
    const target = Math.max(0, at - origin)
    const found = await this.#file.run((file) => findPageBefore(file, bytes(), target))
    const place = { offset: found.offset, at: origin + found.granulePosition }
    for (;;) {
      const { pages } = await this.#pagesAt(place.offset)
      const passed = pages.filter(({ granulePosition }) => granulePosition <= target)
      const last = passed.at(-1)
      if (!last) return place
      place.offset += last.end
      place.at = origin + last.granulePosition
      if (passed.length < pages.length) return place
    }
  }
}
