/** Bytes that arrived and were not read yet, in one buffer of fixed size: memory never follows what a peer claims. */
export class Backlog {
  readonly bytes: Uint8Array
  /** Offset of the first unread byte. */
  start = 0
  /** Offset after the last one. */
  end = 0

  constructor(capacityBytes: number) {
    this.bytes = new Uint8Array(capacityBytes)
  }

  get length(): number {
    return this.end - this.start
  }

  /** Appends a copy. The caller sees to it that unread and new bytes together fit the capacity. */
  append(part: Uint8Array): void {
    if (this.start === this.end) this.clear()
    if (this.end + part.length > this.bytes.length) this.#moveToFront()
    this.bytes.set(part, this.end)
    this.end += part.length
  }

  clear(): void {
    this.start = 0
    this.end = 0
  }

  #moveToFront(): void {
    this.bytes.copyWithin(0, this.start, this.end)
    this.end -= this.start
    this.start = 0
  }
}
