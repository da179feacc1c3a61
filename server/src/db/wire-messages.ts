/** PostgreSQL, Message Formats: what a client sends comes to one of these. */
export type WireRequest =
  /** A StartupMessage; it alone is answered by what the database says of itself. */
  | { type: 'startup'; bytes: Buffer }
  /** SSLRequest and GSSENCRequest: no is answered by one letter. */
  | { type: 'encryption' }
  /** Messages up to one that the server answers at. */
  | { type: 'messages'; bytes: Buffer }
  /** The client hangs up, or what it sends is not the protocol. */
  | { type: 'end' }

/** First bytes of messages that need no answer before a Sync: Parse, Bind, Describe, Execute, Close. */
const ANSWERED_BY_SYNC = new Set(Buffer.from('PBDEC'))
const TERMINATE = 0x58
const PROTOCOL_3 = 3 << 16
const SSL_REQUEST = 80_877_103
const GSSENC_REQUEST = 80_877_104
const LENGTH_BYTES = 4
/** PostgreSQL's own limit of a message. */
const MAX_MESSAGE_BYTES = 1 << 30

/**
 * Reads what a client of PostgreSQL sends, however it is split. All that is complete up to a message that is answered
 * comes together: a statement is whole, and statements that were sent together stay so.
 */
export class WireReader {
  #pending: Buffer = Buffer.alloc(0)
  #isStarted = false

  /** Requests that are complete with these bytes. Nothing follows an `end`. */
  read(bytes: Buffer): WireRequest[] {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes
    const requests: WireRequest[] = []
    while (!this.#isStarted) {
      const request = this.#startup()
      if (!request) return requests
      requests.push(request)
      if (request.type === 'end') return requests
    }
    return requests.concat(this.#messages())
  }

  /** Startup packets have a length and no type. */
  #startup(): WireRequest | null {
    if (this.#pending.length < 2 * LENGTH_BYTES) return null
    const length = this.#pending.readUInt32BE(0)
    const code = this.#pending.readUInt32BE(LENGTH_BYTES)
    if (length < 2 * LENGTH_BYTES || length > MAX_MESSAGE_BYTES) return { type: 'end' }
    if (this.#pending.length < length) return null
    const packet = this.#take(length)
    if (code === SSL_REQUEST || code === GSSENC_REQUEST) return { type: 'encryption' }
    if (code !== PROTOCOL_3) return { type: 'end' }
    this.#isStarted = true
    return { type: 'startup', bytes: packet }
  }

  #messages(): WireRequest[] {
    let at = 0
    let answeredUpTo = 0
    while (this.#pending.length - at > LENGTH_BYTES) {
      const type = this.#pending[at] ?? 0
      const length = this.#pending.readUInt32BE(at + 1)
      if (type === TERMINATE || length < LENGTH_BYTES || length > MAX_MESSAGE_BYTES)
        return [...this.#answerable(answeredUpTo), { type: 'end' }]
      if (this.#pending.length < at + 1 + length) break
      at += 1 + length
      if (!ANSWERED_BY_SYNC.has(type)) answeredUpTo = at
    }
    return this.#answerable(answeredUpTo)
  }

  #answerable(length: number): WireRequest[] {
    return length > 0 ? [{ type: 'messages', bytes: this.#take(length) }] : []
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }
}
