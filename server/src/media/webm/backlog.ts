const initialBytes = 8 * 1024

/**
 * Bytes that arrived and were not read yet, in one buffer. It grows with what really comes, never with what a peer
 * declares, and stays small because the caller reads before it appends more.
 */
export class Backlog {
  bytes: Uint8Array = new Uint8Array(initialBytes)
  /** Offset of the first unread byte. */
  start = 0
  /** Offset after the last one. */
  end = 0

  get length(): number {
    return this.end - this.start
  }

  /** Appends a copy. Views taken of `bytes` before are void after it. */
  append(part: Uint8Array): void {
    if (this.start === this.end) this.clear()
    if (this.end + part.length > this.bytes.length) this.#makeRoom(part.length)
    this.bytes.set(part, this.end)
    this.end += part.length
  }

  clear(): void {
    this.start = 0
    this.end = 0
  }

  /** Moves the unread bytes to the front, of a larger buffer when they need one: twice the size, so that it is rare. */
  #makeRoom(bytes: number): void {
    const needed = this.length + bytes
    const target = needed > this.bytes.length ? new Uint8Array(2 * needed) : this.bytes
    target.set(this.bytes.subarray(this.start, this.end))
    this.bytes = target
    this.end -= this.start
    this.start = 0
  }
}
