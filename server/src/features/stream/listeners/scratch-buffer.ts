import type { Socket } from 'node:net'
import { NumberedPages } from '@carillon/media/ogg/renumber'

const GROWTH_BYTES = 4 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * One buffer for the writes of all listeners, each of which numbers its pages from its own beginning. The system mostly
 * takes the bytes at once, and the buffer is free again; a socket that could not pass them on keeps it. Listeners that
 * get the same pages one after the other cost no copy, only their numbers.
 */
export class ScratchBuffer {
  #buffer = NOTHING
  /** Whose copy the buffer holds, and how much lower its numbers are. */
  #pages: Buffer = NOTHING
  #copy = NOTHING
  #numbered = new NumberedPages(NOTHING)
  #back = 0

  /** Writes a copy of these pages, their sequence numbers lowered by `back`. `pages` never change. */
  write(socket: Socket, pages: Buffer, back: number): void {
    if (pages !== this.#pages) this.#take(pages)
    this.#numbered.lower(back - this.#back)
    this.#back = back
    socket.write(this.#copy)
    if (socket.writableLength > 0) this.#giveAway()
  }

  #take(pages: Buffer): void {
    if (this.#buffer.length < pages.length) {
      this.#buffer = Buffer.allocUnsafeSlow(Math.ceil(pages.length / GROWTH_BYTES) * GROWTH_BYTES)
    }
    this.#copy = this.#buffer.subarray(0, pages.length)
    this.#copy.set(pages)
    this.#numbered = new NumberedPages(this.#copy)
    this.#pages = pages
    this.#back = 0
  }

  #giveAway(): void {
    this.#buffer = NOTHING
    this.#pages = NOTHING
  }
}
