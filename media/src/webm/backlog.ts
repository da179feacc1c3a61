const leastBytes = 4 * 1024

/**
 * Bytes that arrived and were not read yet, in one buffer. It grows with what really comes, never with what a peer
 * declares, and stays small because the caller reads before it appends more.
 * A part of it can be given away, which costs no copy: from then on the rest moves to another buffer.
 */
export class Backlog {
  bytes: Uint8Array = new Uint8Array(leastBytes)
  /** Offset of the first unread byte. */
  start = 0
  /** Offset after the last one. */
  end = 0
  #isGivenAway = false

  get length(): number {
    return this.end - this.start
  }

  /** Appends a copy. Views of `bytes` are void after it, but for those given away. */
  append(part: Uint8Array): void {
    if (this.start === this.end) this.clear()
    if (this.#isGivenAway || this.end + part.length > this.bytes.length) this.#makeRoom(part.length)
    this.bytes.set(part, this.end)
    this.end += part.length
  }

  /** Gives a view of `bytes` away for good: nothing will be written over it. */
  giveAway(view: Uint8Array): Uint8Array {
    this.#isGivenAway = true
    return view
  }

  clear(): void {
    this.start = 0
    this.end = 0
  }

  /** Moves the unread bytes to the front; of another buffer when this one is too small, or no longer ours. */
  #makeRoom(bytes: number): void {
    const needed = this.length + bytes
    const isTooSmall = needed > this.bytes.length
    const size = Math.max(leastBytes, isTooSmall ? 2 * needed : needed)
    const target = isTooSmall || this.#isGivenAway ? new Uint8Array(size) : this.bytes
    target.set(this.bytes.subarray(this.start, this.end))
    this.bytes = target
    this.end -= this.start
    this.start = 0
    this.#isGivenAway = false
  }
}
