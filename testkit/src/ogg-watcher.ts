/** One page as it came: its granule position in 48 kHz samples (-1 in the middle of a packet), and its packets. */
export type WatchedPage = { granule: bigint; payload: Buffer }

/** State of the stream as a listener receives it, read page by page (RFC 3533 s6) without keeping them. */
export class OggWatcher {
  /** Serial numbers in order of appearance: one logical stream has one. */
  readonly serials: number[] = []
  /** Faults that a player could notice. */
  readonly faults: string[] = []
  pages = 0
  beginnings = 0
  /** Granule position of the last page: 48 kHz samples since the mount began. */
  granule = 0n
  #sequence: number | null = null
  #rest: Buffer = Buffer.alloc(0)
  readonly #onPage: (page: WatchedPage) => void

  /** `onPage` is told of each page that is one, in order. */
  constructor(onPage: (page: WatchedPage) => void = () => {}) {
    this.#onPage = onPage
  }

  /** Whether what came so far ends where a page ends. */
  get isBetweenPages(): boolean {
    return this.#rest.length === 0
  }

  /** Takes the next bytes as they come, cut anywhere. */
  push(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let length = pageLength(this.#rest)
    while (length > 0) {
      this.#page(this.#rest.subarray(0, length))
      this.#rest = this.#rest.subarray(length)
      length = pageLength(this.#rest)
    }
  }

  #page(page: Buffer): void {
    if (page.toString('latin1', 0, 4) !== 'OggS') {
      this.faults.push(`page ${this.pages} has no capture pattern`)
      return
    }
    const isBeginning = (page.readUInt8(5) & 2) !== 0
    const serial = page.readUInt32LE(14)
    if (isBeginning) this.beginnings += 1
    if (!this.serials.includes(serial)) this.serials.push(serial)
    const granule = page.readBigInt64LE(6)
    this.#checkOrder(granule, page.readUInt32LE(18))
    this.pages += 1
    this.#onPage({ granule, payload: page.subarray(27 + page.readUInt8(26)) })
  }

  /** Each page follows the one before; a page in the middle of a packet has no granule position (-1). */
  #checkOrder(granule: bigint, sequence: number): void {
    if (this.#sequence !== null && sequence !== this.#sequence + 1) {
      this.faults.push(`sequence jumps from ${this.#sequence} to ${sequence}`)
    }
    this.#sequence = sequence
    if (granule === -1n) return
    if (granule < this.granule) this.faults.push(`granule goes back from ${this.granule} to ${granule}`)
    this.granule = granule
  }
}

/** Bytes of the page that starts here, or 0 while it is not complete. */
function pageLength(bytes: Buffer): number {
  if (bytes.length < 27) return 0
  const segments = bytes.readUInt8(26)
  if (bytes.length < 27 + segments) return 0
  let length = 27 + segments
  for (let at = 0; at < segments; at += 1) length += bytes.readUInt8(27 + at)
  return bytes.length < length ? 0 : length
}
