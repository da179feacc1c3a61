/** The bytes of an image while somebody is sent them. */
export type Borrowed = { bytes: Buffer; release(): void }
type Entry = { size: number; bytes: Promise<Buffer>; readers: number }

/**
 * Images as one buffer each, however many are sent them. What nobody is sent makes room for others, the longest unused
 * first; what somebody still reads stays counted, so that readers who never read hold no more than this.
 */
export class SharedImages {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Null where there is no room for it. Throws what `read` throws, and forgets it then. */
  async borrow(name: string, size: number, read: () => Promise<Buffer>): Promise<Borrowed | null> {
    const entry = this.#entries.get(name) ?? this.#add(size, read)
    if (!entry) return null
    // The last used stand last.
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    entry.readers += 1
    try {
      return { bytes: await entry.bytes, release: releaseOnce(entry) }
    } catch (error) {
      entry.readers -= 1
      this.#remove(name, entry)
      throw error
    }
  }

  #add(size: number, read: () => Promise<Buffer>): Entry | null {
    if (!this.#makeRoom(size)) return null
    const entry = { size, bytes: read(), readers: 0 }
    this.#bytes += size
    return entry
  }

  #makeRoom(size: number): boolean {
    for (const [name, entry] of this.#entries) {
      if (this.#bytes + size <= this.#maxBytes) break
      if (entry.readers === 0) this.#remove(name, entry)
    }
    return this.#bytes + size <= this.#maxBytes
  }

  #remove(name: string, entry: Entry): void {
    if (this.#entries.get(name) !== entry) return
    this.#entries.delete(name)
    this.#bytes -= entry.size
  }
}

function releaseOnce(entry: Entry): () => void {
  let isReleased = false
  return () => {
    if (!isReleased) entry.readers -= 1
    isReleased = true
  }
}
