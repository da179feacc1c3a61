import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port that passes each request on to the station, and counts them by their path: what one cache asks. */
export class CountedOrigin {
  readonly counts = new Map<string, number>()
  readonly #server

  constructor(station: string) {
    this.#server = createServer((asked, reply) => {
      const path = asked.url ?? ''
      this.counts.set(path, (this.counts.get(path) ?? 0) + 1)
      const passed = request(station + path, { method: asked.method, headers: asked.headers }, (answer) => {
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

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
