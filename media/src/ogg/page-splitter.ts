import { hasValidChecksum, maxSegments, mayBeginPage, pageHeaderBytes, pageLength } from './page.ts'

/** The largest page there can be (RFC 3533 s6): header, 255 lacing values, 255 segments of 255 bytes. */
export const maxPageBytes = pageHeaderBytes + maxSegments + maxSegments * 255

/**
 * Bytes, cut anywhere, to whole pages whose checksum is right; what is none is skipped and counted. Holds two pages at
 * most whatever lengths are declared. A wrong checksum costs a page of work wherever a page seems to begin: after
 * `maxDamagedPages` of them it gives nothing any more.
 */
export class PageSplitter {
  readonly #bytes = new Uint8Array(2 * maxPageBytes)
  readonly #maxDamagedPages: number
  #start = 0
  #end = 0
  #skippedBytes = 0
  #damagedPages = 0

  constructor(maxDamagedPages: number) {
    this.#maxDamagedPages = maxDamagedPages
  }

  /** Bytes that belonged to no page. */
  get skippedBytes(): number {
    return this.#skippedBytes
  }

  /** Places that looked like a page and had a wrong checksum. */
  get damagedPages(): number {
    return this.#damagedPages
  }

  /** Takes bytes; gives the pages that are whole now, as copies. */
  push(chunk: Uint8Array): Uint8Array[] {
    const pages: Uint8Array[] = []
    for (let at = 0; at < chunk.length && this.#damagedPages <= this.#maxDamagedPages; ) {
      const part = chunk.subarray(at, at + this.#makeRoom())
      this.#bytes.set(part, this.#end)
      this.#end += part.length
      at += part.length
      this.#takePages(pages)
    }
    return pages
  }

  /** Moves what is unread to the front; gives how many bytes fit behind it. Less than a page is ever left unread. */
  #makeRoom(): number {
    this.#bytes.copyWithin(0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
    return this.#bytes.length - this.#end
  }

  #takePages(pages: Uint8Array[]): void {
    while (this.#damagedPages <= this.#maxDamagedPages) {
      this.#skipToPattern()
      const unread = this.#bytes.subarray(this.#start, this.#end)
      const length = pageLength(unread)
      if (length === null) return
      const page = unread.slice(0, length)
      if (hasValidChecksum(page)) {
        pages.push(page)
        this.#start += length
      } else {
        this.#damagedPages++
        this.#skip(1)
      }
    }
  }

  #skipToPattern(): void {
    let at = this.#start
    while (at < this.#end && !mayBeginPage(this.#bytes, at, this.#end)) at++
    this.#skip(at - this.#start)
  }

  #skip(bytes: number): void {
    this.#start += bytes
    this.#skippedBytes += bytes
  }
}
