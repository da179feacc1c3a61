import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Cost of one request on the wire: the reply with its headers, and for a socket all that it said so far. */
export type Metered = { what: string; bytes: number }

const REQUEST = /(?:^|\r\n\r\n)((?:GET|POST|PUT|DELETE|HEAD|OPTIONS) \S+) HTTP\/1\.1\r\n/
const UPGRADE = /\r\nupgrade: websocket\r\n/i

/**
 * The wire between a browser and the station, by the byte: whoever asks, page, worker or service worker, asks through
 * it. What the browser has in its cache does not come by.
 */
export class WireMeter {
  origin = ''
  readonly requests: Metered[] = []
  readonly sockets: Metered[] = []
  readonly #target: URL
  readonly #server: Server
  readonly #open = new Set<Socket>()

  private constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((browser) => this.#forward(browser))
  }

  /** A meter before this origin on a port of its own; the caller closes it. */
  static async before(target: string): Promise<WireMeter> {
    const meter = new WireMeter(target)
    meter.#server.listen(0)
    await once(meter.#server, 'listening')
    const address = meter.#server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    meter.origin = `http://localhost:${address.port}`
    return meter
  }

  get bytes(): number {
    return [...this.requests, ...this.sockets].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Addresses in the order in which they were asked for, without the parameter that keeps caches away. */
  asked(): string[] {
    return this.requests.map(({ what }) => what.replace(/[?&]_ts=\d+/, ''))
  }

  /** All that came by, a line each. */
  list(): string {
    const all = [...this.requests, ...this.sockets]
    const lines = all.map(({ what, bytes }) => `${String(bytes).padStart(8)}  ${what}`)
    return [`${all.length} requests and sockets, ${this.bytes} bytes`, ...lines].join('\n')
  }

  /** Resolves when nothing has come by for so long. */
  async quiet(forMs: number): Promise<void> {
    for (let before = -1; before !== this.bytes; ) {
      before = this.bytes
      await new Promise((resolve) => setTimeout(resolve, forMs))
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** A connection carries one request after the other: what comes back belongs to the last. */
  #forward(browser: Socket): void {
    const station = connect(Number(this.#target.port), this.#target.hostname)
    let current: Metered | undefined
    browser.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      const what = REQUEST.exec(text)?.[1]
      if (what && !current?.what.endsWith(SOCKET)) current = this.#begin(what, UPGRADE.test(text))
      station.write(bytes)
    })
    station.on('data', (bytes) => {
      if (current) current.bytes += bytes.length
      browser.write(bytes)
    })
    for (const [one, other] of [
      [browser, station],
      [station, browser],
    ] as const) {
      this.#open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#open.delete(one)
        other.destroy()
      })
    }
  }

  #begin(request: string, isSocket: boolean): Metered {
    const metered = { what: isSocket ? request + SOCKET : request, bytes: 0 }
    const list = isSocket ? this.sockets : this.requests
    list.push(metered)
    return metered
  }
}

const SOCKET = ' (socket)'
