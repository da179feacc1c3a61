import { connect, type Socket } from 'node:net'
import type { Dialect } from './dialects.ts'
import { headerBytes, maskedFrame, payloadBytes } from './websocket-frames.ts'

/** Bytes of one read. All readers share them: nothing is kept of them when the next one reads. */
const READ_INTO = Buffer.allocUnsafeSlow(65_536)

/**
 * A websocket that costs little to read: no library, no strings, each message as a piece of the bytes that came, which
 * are overwritten by the next. Servers do not mask and our peers do not fragment; what clients send is masked with zeros.
 */
export class WebsocketReader {
  readonly #socket: Socket
  readonly #dialect: Dialect
  readonly #onReady: () => void
  readonly #onMessage: (payload: Buffer) => void
  #state: 'handshake' | 'greeting' | 'ready' = 'handshake'
  #step = 0
  #rest: Buffer | null = null
  #drained: ((bytes: number) => void) | null = null

  constructor(
    place: { port: number; number: number; dialect: Dialect },
    on: { ready(): void; message(payload: Buffer): void; close(): void },
  ) {
    const path = place.dialect.path.replace('{n}', String(place.number))
    this.#dialect = place.dialect
    this.#onReady = on.ready
    this.#onMessage = on.message
    this.#socket = connect({
      port: place.port,
      host: '127.0.0.1',
      onread: { buffer: READ_INTO, callback: (length, bytes) => this.#receive(bytes, length) },
    })
    this.#socket.setNoDelay(true)
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost:${place.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    this.#socket.on('error', () => {})
    this.#socket.on('close', on.close)
  }

  /** Reads no more, and stays. */
  stall(): void {
    this.#socket.pause()
  }

  /** Reads on, and so learns whether anybody is still there. */
  wake(): void {
    this.#socket.resume()
  }

  /** From now on only the number of bytes is of interest. */
  drain(onBytes: (bytes: number) => void): void {
    this.#drained = onBytes
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy()
  }

  /** True: reads on. */
  #receive(buffer: Uint8Array, length: number): boolean {
    if (this.#drained) this.#drained(length)
    else this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, length))
    return true
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    const frames = this.#state === 'handshake' ? this.#afterHandshake(bytes) : bytes
    const unread = frames ? this.#readFrames(frames) : bytes
    this.#rest = unread.length > 0 ? Buffer.from(unread) : null
  }

  /** Returns the bytes after the reply's head; null when its end is not there yet. */
  #afterHandshake(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf('\r\n\r\n')
    if (end === -1) return null
    if (!bytes.toString('latin1', 0, 12).endsWith(' 101')) throw new Error(bytes.toString())
    this.#state = 'greeting'
    this.#greet(null)
    return bytes.subarray(end + 4)
  }

  /** Gives what is left: the beginning of a frame. */
  #readFrames(bytes: Buffer): Buffer {
    let at = 0
    while (at < bytes.length) {
      const start = at + headerBytes(bytes, at)
      const end = start + payloadBytes(bytes, at)
      if (!(end <= bytes.length)) break
      if (this.#state === 'ready') this.#onMessage(bytes.subarray(start, end))
      else this.#greet(bytes.toString('utf8', start, end))
      at = end
    }
    return bytes.subarray(at)
  }

  #greet(answer: string | null): void {
    const { steps, ready } = this.#dialect
    if (answer?.includes('ERROR')) throw new Error(answer)
    if (isAwaited(ready, answer)) {
      this.#state = 'ready'
      this.#onReady()
      return
    }
    const step = steps[this.#step]
    if (!step || !isAwaited(step.after, answer)) return
    this.#step += 1
    this.#socket.write(maskedFrame(step.send))
  }
}

function isAwaited(expected: string | null, answer: string | null): boolean {
  return expected === null || answer === null ? expected === answer : answer.startsWith(expected)
}
