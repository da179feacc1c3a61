/** One Ogg page as listeners share it; nobody may write to it. */
export type Page = { bytes: Uint8Array; durationMs: number }

/** Some pages in one buffer, and the number of the page that follows them. */
export type Batch = { bytes: Buffer; next: number }

/** A listener further behind than this is dropped; whichever comes first. */
export const MAX_BEHIND_MS = 30_000
export const MAX_BEHIND_BYTES = 512 * 1024
/** A listener that catches up gets about this many pages at a time: four seconds. */
const MAX_PAGES_PER_WRITE = 16

/**
 * The last pages of a mount, each by its number: where a new listener begins and a slow one catches up. It holds what
 * a listener may be behind, so a listener needs no queue of its own: a number below `start` has fallen off.
 */
export class PageBuffer {
  readonly #pages: Page[] = []
  #start = 0
  #durationMs = 0
  #bytes = 0
  /** Listeners that stand at the same page get the same buffer. Emptied with each new page. */
  readonly #batches = new Map<number, Batch>()

  /** Number of the oldest page that is still here. */
  get start(): number {
    return this.#start
  }

  /** Number the next page will have. */
  get end(): number {
    return this.#start + this.#pages.length
  }

  append(page: Page): void {
    this.#batches.clear()
    this.#pages.push(page)
    this.#durationMs += page.durationMs
    this.#bytes += page.bytes.length
    while (this.#durationMs > MAX_BEHIND_MS || this.#bytes > MAX_BEHIND_BYTES) this.#forgetOldest()
  }

  /** Forgets every page; their numbers are not used again. */
  clear(): void {
    while (this.#pages.length > 0) this.#forgetOldest()
  }

  at(number: number): Page | undefined {
    return this.#pages[number - this.#start]
  }

  /** Number of the first of the pages that together last about `durationMs`, counted from the newest. */
  lastPages(durationMs: number): number {
    let number = this.end
    for (let totalMs = 0; number > this.#start && totalMs < durationMs; number--)
      totalMs += this.at(number - 1)?.durationMs ?? 0
    return number
  }

  /** The next pages from number `from` in one buffer, shared by all who ask for the same; and where to go on. */
  read(from: number): Batch {
    const known = this.#batches.get(from)
    if (known) return known
    const batch = this.join(from, Math.min(this.end, from + MAX_PAGES_PER_WRITE))
    this.#batches.set(from, batch)
    return batch
  }

  /** A copy of the pages from number `from` up to but not including `next`. */
  join(from: number, next: number): Batch {
    const pages = this.#pages.slice(from - this.#start, next - this.#start)
    return { bytes: Buffer.concat(pages.map((page) => page.bytes)), next }
  }

  /** Bits per second over the newest `durationMs`; null before anything was sent. */
  bitrate(durationMs: number): number | null {
    const pages = this.#pages.slice(this.lastPages(durationMs) - this.#start)
    const totalMs = pages.reduce((sum, page) => sum + page.durationMs, 0)
    const totalBytes = pages.reduce((sum, page) => sum + page.bytes.length, 0)
    return totalMs === 0 ? null : Math.round((totalBytes * 8_000) / totalMs)
  }

  #forgetOldest(): void {
    const oldest = this.#pages.shift()
    this.#start++
    this.#durationMs -= oldest?.durationMs ?? 0
    this.#bytes -= oldest?.bytes.length ?? 0
  }
}
