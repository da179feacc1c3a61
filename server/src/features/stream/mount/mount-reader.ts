import { headerPages, pageSequence } from '@carillon/media/ogg/page'
import { NumberedPages } from '@carillon/media/ogg/renumber'
import type { Mount } from './mount.ts'
import type { Batch } from './page-buffer.ts'

/**
 * Reads a live mount as a logical stream of its own: header pages, then each page once, numbered from 0 without a gap.
 * It keeps no queue: what is not read yet waits in the mount's page buffer, and `hasFallenBehind` when it is not there
 * any more. What it gives belongs to the caller.
 */
export class MountReader {
  readonly #mount: Mount
  #next = 0
  #back = 0

  constructor(mount: Mount) {
    this.#mount = mount
  }

  /** Begins, or begins again, as a listener does who joins now: header pages and the burst. */
  open(): Buffer {
    const { bytes, next, back } = this.#mount.opening()
    this.#next = next
    this.#back = back
    return bytes
  }

  /** Begins again with the page that comes next, or was not read yet: header pages only. */
  resume(): Buffer {
    const { header, pages } = this.#mount
    this.#next = Math.max(this.#next, pages.start)
    const page = pages.at(this.#next)
    const sequence = page ? pageSequence(page.bytes) : this.#sequenceOfTheNextPage()
    this.#back = sequence - headerPages
    return Buffer.from(header)
  }

  get hasFallenBehind(): boolean {
    return this.#next < this.#mount.pages.start
  }

  /** Returns the bytes since the last read, about four seconds at most; null for none. */
  read(): Buffer | null {
    const { pages } = this.#mount
    if (this.hasFallenBehind || this.#next === pages.end) return null
    return this.#take(pages.read(this.#next))
  }

  /** Everything that is left, for an end. */
  rest(): Buffer | null {
    const { pages } = this.#mount
    if (this.hasFallenBehind || this.#next === pages.end) return null
    return this.#take(pages.join(this.#next, pages.end))
  }

  #take({ bytes, next }: Batch): Buffer {
    const copy = Buffer.from(bytes)
    new NumberedPages(copy).lower(this.#back)
    this.#next = next
    return copy
  }

  #sequenceOfTheNextPage(): number {
    const newest = this.#mount.pages.at(this.#mount.pages.end - 1)
    return newest ? pageSequence(newest.bytes) + 1 : headerPages
  }
}
