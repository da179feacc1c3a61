import { checksum } from './checksum.ts'
import { maxSegments, pageHeaderBytes } from './page.ts'

/** The largest page there can be (RFC 3533 s6): header, 255 lacing values, 255 segments of 255 bytes. */
export const maxPageBytes = pageHeaderBytes + maxSegments + maxSegments * 255

const capturePattern = [0x4f, 0x67, 0x67, 0x53, 0] // "OggS", version 0
const checksumOffset = 22

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
      if (hasChecksum(page)) {
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
    while (at < this.#end && !this.#mayBegin(at)) at++
    this.#skip(at - this.#start)
  }

  #mayBegin(at: number): boolean {
    for (let i = 0; i < capturePattern.length && at + i < this.#end; i++)
      if (this.#bytes[at + i] !== capturePattern[i]) return false
    return true
  }

  #skip(bytes: number): void {
    this.#start += bytes
    this.#skippedBytes += bytes
  }
}

/** Size of the page at the start of `bytes`; null while it is not whole. */
function pageLength(bytes: Uint8Array): number | null {
  const segments = bytes[26]
  const bodyOffset = pageHeaderBytes + (segments ?? 0)
  if (segments === undefined || bytes.length < bodyOffset) return null
  let length = bodyOffset
  for (let at = pageHeaderBytes; at < bodyOffset; at++) length += bytes[at] ?? 0
  return bytes.length < length ? null : length
}

function hasChecksum(page: Uint8Array): boolean {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
  const told = view.getUint32(checksumOffset, true)
  view.setUint32(checksumOffset, 0) // RFC 3533 s6: computed with the field itself as zero
  const isRight = checksum(page) === told
  view.setUint32(checksumOffset, told, true)
  return isRight
}
