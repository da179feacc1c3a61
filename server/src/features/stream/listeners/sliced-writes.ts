import type { Listener } from './listener.ts'

/** So many are written to at once: what else the event loop has to do waits a few milliseconds for them. */
export const AT_ONCE = 250

/** Writes to groups of listeners, slice by slice: between two of them the event loop has its turn. */
export class SlicedWrites {
  readonly #write: (listener: Listener) => void
  /** Groups that are being written to, and those of them who are left. */
  readonly #left = new Map<Iterable<Listener>, Iterator<Listener>>()
  #next: NodeJS.Immediate | null = null

  constructor(write: (listener: Listener) => void) {
    this.#write = write
  }

  /** Begins to write to a group. False when it is still being written to. */
  begin(group: Iterable<Listener>): boolean {
    if (this.#left.has(group)) return false
    this.#left.set(group, group[Symbol.iterator]())
    if (!this.#next) this.#writeSlice()
    return true
  }

  /** Leaves off. Idempotent. */
  stop(): void {
    if (this.#next) clearImmediate(this.#next)
    this.#next = null
    this.#left.clear()
  }

  #writeSlice(): void {
    this.#next = null
    let room = AT_ONCE
    for (const [group, listeners] of this.#left) {
      room = this.#writeTo(listeners, room)
      if (room === 0) break
      this.#left.delete(group)
    }
    if (this.#left.size > 0) this.#next = setImmediate(() => this.#writeSlice())
  }

  /** Gives how many more may be written to; none when some of these are left. */
  #writeTo(listeners: Iterator<Listener>, room: number): number {
    for (; room > 0; room--) {
      const { done, value } = listeners.next()
      if (done) return room
      this.#write(value)
    }
    return 0
  }
}
