import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerUnreadable } from './client-error.ts'

/** Connections that begin with certain words are no HTTP server's business: their bodies never end. */
export type ProtocolRoute = {
  /** The request line up to and with the blank after the target, as it stands on the wire. */
  prefixes: readonly string[]
  /** Takes the connection over, with what was read of it. Owns the socket from then on. */
  accept(socket: Socket, firstBytes: Buffer): void
}

/** As long as the server gives a request's headers. */
export const FIRST_BYTES_LIMIT_MS = 20_000

/** Stops diverting: cuts connections that have not said yet what they are. */
export type ProtocolRouter = { close(): void }

/**
 * Looks at the first bytes of each connection before the HTTP server does, and takes those out that a diversion is for.
 * Node's parser takes a request without Content-Length and chunked coding to have no body (RFC 9112 s6.3), so the
 * endless bodies of the Icecast source protocol need a reader of their own. A connection is looked at once, mostly in the
 * same turn in which its first packet came; then the server has it as if nothing had happened.
 */
export function routeProtocols(server: Server, protocolRoutes: readonly ProtocolRoute[]): ProtocolRouter {
  const table = protocolRoutes.flatMap(({ prefixes, accept }) =>
    prefixes.map((prefix) => ({ prefix: Buffer.from(prefix, 'latin1'), accept })),
  )
  const serve = server.listeners('connection')
  const undecided = new Set<Socket>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => look(socket))

  function look(socket: Socket): void {
    let seen = Buffer.alloc(0)
    const limit = setTimeout(() => answerUnreadable(timeout(), socket), FIRST_BYTES_LIMIT_MS)
    const onReadable = () => {
      for (let part = socket.read(); part !== null; part = socket.read()) seen = Buffer.concat([seen, part])
      const match = matchOf(seen)
      if (match === 'maybe') return
      forget()
      if (match) match.accept(socket, seen)
      else giveToServer(socket, seen)
    }
    /** It ended before it said what it is. */
    const onEnd = () => {
      forget()
      if (seen.length > 0) answerUnreadable(new Error('ended too early'), socket)
      else socket.destroy()
    }
    const onError = () => socket.destroy()
    const forget = () => {
      clearTimeout(limit)
      undecided.delete(socket)
      socket.off('readable', onReadable).off('end', onEnd).off('error', onError).off('close', forget)
    }
    undecided.add(socket)
    socket.on('readable', onReadable).on('end', onEnd).on('error', onError).on('close', forget)
  }

  function giveToServer(socket: Socket, seen: Buffer): void {
    socket.unshift(seen)
    for (const listener of serve) listener.call(server, socket)
  }

  function matchOf(seen: Buffer): (typeof table)[number] | 'maybe' | null {
    if (seen.length === 0) return 'maybe'
    let isOpen = false
    for (const entry of table) {
      const { prefix } = entry
      const length = Math.min(seen.length, prefix.length)
      if (seen.compare(prefix, 0, length, 0, length) !== 0) continue
      if (length === prefix.length) return entry
      isOpen = true
    }
    return isOpen ? 'maybe' : null
  }

  return {
    close() {
      for (const socket of undecided) socket.destroy()
    },
  }
}

function timeout(): Error & { code: string } {
  return Object.assign(new Error('said nothing'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
