import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port that passes each request on to a station, and counts them by their path: what one cache asks. */
export class CountedOrigin {
  readonly counts = new Map<string, number>()
  /** Queries and cookies that came with them. */
  readonly extras: string[] = []
  readonly #server

  constructor(station: string) {
    this.#server = createServer((asked, reply) => {
      const { pathname, search } = new URL(asked.url ?? '', station)
      this.counts.set(pathname, (this.counts.get(pathname) ?? 0) + 1)
      const extra = search + (asked.headers.cookie ?? '')
      if (extra) this.extras.push(extra)
      const { method, headers } = asked
      const passed = request(station + asked.url, { method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      passed.on('error', () => reply.destroy())
      passed.end()
    })
  }

  /** Gives its port. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Ends it and all connections. Idempotent. */
  async close(): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }
}
