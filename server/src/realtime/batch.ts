import { arrayFrame } from './sockjs/frames.ts'

/** RFC 6455 s5.2: FIN and opcode 1, text. */
const FINAL_TEXT = 0x81
const MAX_SHORT_LENGTH = 125
const MAX_MEDIUM_LENGTH = 0xffff

/**
 * STOMP frames that go out together, encoded once for each wire form that somebody reads, however many do. The bytes
 * are shared by all readers: nobody may change them.
 */
export class Batch {
  readonly frames: readonly string[]
  #websocket: Buffer | null = null
  #sockJsWebsocket: Buffer | null = null
  #xhr: Buffer | null = null

  constructor(frames: readonly string[]) {
    this.frames = frames
  }

  /** One websocket message per STOMP frame, unmasked and uncompressed as a server sends it. */
  get websocket(): Buffer {
    this.#websocket ??= Buffer.concat(this.frames.map(websocketText))
    return this.#websocket
  }

  /** One websocket message with a SockJS array frame of them all. */
  get sockJsWebsocket(): Buffer {
    this.#sockJsWebsocket ??= websocketText(arrayFrame(this.frames))
    return this.#sockJsWebsocket
  }

  /** A SockJS array frame as xhr replies carry it: SockJS 0.3.3, "xhr-streaming", ended by a newline. */
  get xhr(): Buffer {
    this.#xhr ??= Buffer.from(`${arrayFrame(this.frames)}\n`)
    return this.#xhr
  }
}

/** A whole websocket text message. RFC 6455 s5.2: what a server sends is not masked. */
export function websocketText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = headOf(length)
  const message = Buffer.allocUnsafeSlow(head.length + length)
  message.set(head)
  message.write(text, head.length)
  return message
}

function headOf(length: number): number[] {
  if (length <= MAX_SHORT_LENGTH) return [FINAL_TEXT, length]
  if (length <= MAX_MEDIUM_LENGTH) return [FINAL_TEXT, 126, length >> 8, length & 0xff]
  const bytes = [24, 16, 8, 0].map((shift) => (length >>> shift) & 0xff)
  return [FINAL_TEXT, 127, 0, 0, 0, 0, ...bytes]
}
