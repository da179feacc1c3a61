import type { Socket } from 'node:net'

/** RFC 6455 s5.2: two bytes, the mask of a client, and longer lengths in two more. */
const SHORT_HEAD_BYTES = 6
const LONG_HEAD_BYTES = 8
const MAX_SHORT_LENGTH = 125
/** Heads of fragments are not known: this much is no sign of a message. */
const UNCERTAIN_BYTES = 4 * 1024
/** A phone on a bad line sends the largest message in less. */
const LIMIT_MS = 10_000

/**
 * Bytes of a websocket message that has not ended. The library keeps it for as long as the peer likes, and tells
 * nobody: so the bytes of the connection are compared with those of what the library has handed out.
 */
export class UnfinishedMessage {
  readonly #stream: Pick<Socket, 'bytesRead'>
  #takenBytes: number
  #sinceMs: number | null = null

  constructor(stream: Pick<Socket, 'bytesRead'>) {
    this.#stream = stream
    this.#takenBytes = stream.bytesRead
  }

  get bytes(): number {
    return this.#stream.bytesRead - this.#takenBytes
  }

  /** A message, ping or pong has been handed out. */
  took(payloadBytes: number): void {
    const head = payloadBytes <= MAX_SHORT_LENGTH ? SHORT_HEAD_BYTES : LONG_HEAD_BYTES
    this.#takenBytes = Math.min(this.#stream.bytesRead, this.#takenBytes + head + payloadBytes)
  }

  /** Whether one has been under way for too long. To be asked about once a second. */
  isOverdue(nowMs: number): boolean {
    if (this.bytes > UNCERTAIN_BYTES) {
      this.#sinceMs ??= nowMs
      return nowMs - this.#sinceMs >= LIMIT_MS
    }
    this.#takenBytes = this.#stream.bytesRead
    this.#sinceMs = null
    return false
  }
}
