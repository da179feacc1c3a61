import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'
/** The station closes what is idle for 72 s, browsers do after five minutes. */
const KEPT_MS = 60_000

/**
 * A connection for one request of HTTP/1.1 after the other that costs little: no library, no reading of the body. What was
 * idle for a minute is opened again.
 */
export class KeptConnection {
  readonly #port: number
  #socket: Socket | null = null
  #usedAt = 0
  #reply: Buffer = Buffer.alloc(0)
  #answered: PromiseWithResolvers<void> | null = null

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a whole request; resolves when its answer is there. Throws for any but 200 and 201. */
  ask(request: string): Promise<void> {
    if (performance.now() - this.#usedAt > KEPT_MS) this.close()
    this.#usedAt = performance.now()
    this.#answered = Promise.withResolvers()
    this.#socket ??= this.#open()
    this.#socket.write(request)
    return this.#answered.promise
  }

  close(): void {
    this.#socket?.removeAllListeners('close').destroy()
    this.#socket = null
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('error', () => {})
    socket.on('close', () => this.#answered?.reject(new Error('The connection was closed')))
    return socket
  }

  #receive(bytes: Buffer): void {
    this.#reply = this.#reply.length === 0 ? bytes : Buffer.concat([this.#reply, bytes])
    const headEnd = this.#reply.indexOf(HEAD_END)
    if (headEnd === -1) return
    const head = this.#reply.toString('latin1', 0, headEnd)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
    if (this.#reply.length < headEnd + HEAD_END.length + length) return
    this.#reply = Buffer.alloc(0)
    if (/^HTTP\/1.1 20[01] /.test(head)) this.#answered?.resolve()
    else this.#answered?.reject(new Error(head))
  }
}
