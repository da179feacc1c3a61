import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Spoiler of one reply's bytes: takes them as they come, gives what arrives. */
export type Spoiler = (bytes: Buffer, deliver: (bytes: Buffer) => void) => void

/** The network between a browser and the station, with faults on demand. */
export class Link {
  origin = ''
  readonly #target: URL
  readonly #server: Server
  readonly #sockets = new Set<Duplex>()
  #isCut = false
  /** Both ends of each websocket. */
  readonly #pairs = new Set<[Duplex, Duplex]>()
  #isStalled = false
  #refusedWebsockets: string | null = null
  /** Asked once for each reply, by its address; null leaves it alone. */
  #spoilerFor: (url: string) => Spoiler | null = () => null

  private constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((incoming, reply) => this.#forward(incoming, reply))
    this.#server.on('connection', (socket) => this.#remember(socket))
    this.#server.on('upgrade', (incoming, socket, head) => this.#forwardUpgrade(incoming, socket, head))
  }

  /** A link to this origin on a port of its own; the caller closes it. */
  static async to(target: string): Promise<Link> {
    const link = new Link(target)
    link.#server.listen(0)
    await once(link.#server, 'listening')
    const address = link.#server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    link.origin = `http://localhost:${address.port}`
    return link
  }

  /** Leads a Chromium over this link to the address that the link leads to, as `--host-resolver-rules` has it. */
  get hostRule(): string {
    return `MAP ${this.#target.host} ${new URL(this.origin).host}`
  }

  /** From now on each reply, begun or not, whose address gets a spoiler passes through it. */
  spoil(spoilerFor: (url: string) => Spoiler | null): void {
    this.#spoilerFor = spoilerFor
  }

  /** From now on lets no websocket through whose path begins so, as some proxies do; whatever is open stays. */
  refuseWebsockets(path = '/'): void {
    this.#refusedWebsockets = path
  }

  /** Breaks all connections and lets none through until `mend`. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  /** Leaves websockets open and lets nothing through them until `flow`. */
  stall(): void {
    this.#isStalled = true
    for (const [one, other] of this.#pairs) {
      one.unpipe(other)
      other.unpipe(one)
    }
  }

  /** Delivers what was sent meanwhile, as after any stall of a network. */
  flow(): void {
    this.#isStalled = false
    for (const pair of this.#pairs) join(pair)
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #remember(socket: Duplex): void {
    if (this.#isCut) socket.destroy()
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #forward(incoming: IncomingMessage, reply: ServerResponse): void {
    const url = incoming.url ?? '/'
    const options = { method: incoming.method, headers: incoming.headers, agent: false as const }
    const outgoing = request(new URL(url, this.#target), options, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      const deliver = (bytes: Buffer) => void reply.write(bytes)
      let asked = this.#spoilerFor
      let spoiler = asked(url)
      answer.on('data', (bytes: Buffer) => {
        if (asked !== this.#spoilerFor) {
          asked = this.#spoilerFor
          spoiler = asked(url)
        }
        if (spoiler) spoiler(bytes, deliver)
        else deliver(bytes)
      })
      answer.on('end', () => reply.end())
      answer.on('close', () => reply.destroy())
    })
    outgoing.on('error', () => reply.destroy())
    reply.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  #forwardUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#refusedWebsockets !== null && incoming.url?.startsWith(this.#refusedWebsockets)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const station: Socket = connect(Number(this.#target.port), this.#target.hostname, () => {
      station.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${rawHeaders(incoming)}\r\n\r\n`)
      station.write(head)
      if (!this.#isStalled) join(pair)
    })
    const pair: [Duplex, Duplex] = [station, socket]
    this.#pairs.add(pair)
    this.#remember(station)
    station.on('close', () => socket.destroy())
    socket.on('close', () => {
      this.#pairs.delete(pair)
      station.destroy()
    })
  }
}

function join([one, other]: [Duplex, Duplex]): void {
  one.pipe(other)
  other.pipe(one)
}

/** Holds what comes and lets it go all at once, each time after a longer wait: a network that starves and floods. */
export function inGrowingBursts(firstMs: number, stepMs: number, longestMs: number): Spoiler {
  let kept: Buffer[] = []
  let waitMs = firstMs
  return (bytes, deliver) => {
    kept.push(bytes)
    if (kept.length > 1) return
    setTimeout(() => {
      const arrived = Buffer.concat(kept)
      kept = []
      waitMs = Math.min(longestMs, waitMs + stepMs)
      deliver(arrived)
    }, waitMs)
  }
}

function rawHeaders({ rawHeaders: raw }: IncomingMessage): string {
  const lines: string[] = []
  for (let at = 0; at < raw.length; at += 2) lines.push(`${raw[at]}: ${raw[at + 1]}`)
  return lines.join('\r\n')
}
