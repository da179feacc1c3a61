import type { ServerResponse } from 'node:http'
import { MAX_UNREAD_BYTES } from '../wire.ts'

/** The kinds of reply that carry what the server says: SockJS 0.3.3, "xhr-polling" and "xhr-streaming". */
export type ReceiverKind = 'polling' | 'streaming'

/** SockJS 0.3.3, "xhr-streaming": so much makes browsers show what has come, and this much ends a reply. */
const PRELUDE = `${'h'.repeat(2048)}\n`
export const MAX_STREAMED_BYTES = 128 * 1024

/** One open reply of an xhr session. Owns the response. */
export class Receiver {
  readonly #response: ServerResponse
  readonly #kind: ReceiverKind
  #sentBytes = 0

  /** `onGone` is called once it can carry no more; `wasCut` says that the client hung up. */
  constructor(response: ServerResponse, kind: ReceiverKind, onGone: (wasCut: boolean) => void) {
    this.#response = response
    this.#kind = kind
    response.on('close', () => onGone(!response.writableEnded))
    if (kind === 'streaming') response.write(PRELUDE)
  }

  /** Whether it carries something more after this. */
  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed
  }

  get unreadBytes(): number {
    return this.#response.writableLength
  }

  /** Whether so much is unread that nobody can be reading. */
  get isStalled(): boolean {
    return this.unreadBytes > MAX_UNREAD_BYTES
  }

  /** Sends a frame; a poll ends with it, a stream once it has carried enough. */
  send(frame: Buffer | string): void {
    this.#response.write(frame)
    this.#sentBytes += frame.length
    if (this.#kind === 'polling' || this.#sentBytes >= MAX_STREAMED_BYTES) this.end()
  }

  end(): void {
    this.#response.end()
  }

  cut(): void {
    this.#response.destroy()
  }
}
