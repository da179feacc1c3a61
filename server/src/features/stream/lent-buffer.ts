import type { Socket } from 'node:net'
import { renumberPages } from '../../media/ogg/renumber.ts'

const GROWTH_BYTES = 4 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * One buffer for the writes of all listeners, each of which numbers its pages from its own beginning. The system mostly
 * takes the bytes at once, and the buffer is free again; a socket that could not pass them on keeps it.
 */
export class LentBuffer {
  #buffer = NOTHING

  /** Writes a copy of these pages, their sequence numbers lowered by `back`. */
  write(socket: Socket, pages: Buffer, back: number): void {
    if (this.#buffer.length < pages.length) {
      this.#buffer = Buffer.allocUnsafeSlow(Math.ceil(pages.length / GROWTH_BYTES) * GROWTH_BYTES)
    }
    const copy = this.#buffer.subarray(0, pages.length)
    copy.set(pages)
    renumberPages(copy, back)
    socket.write(copy)
    if (socket.writableLength > 0) this.#buffer = NOTHING
  }
}
