import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Session } from '../../http/session.ts'
import type { Airing } from './airing.ts'
import { Listener, type ListenerEnd } from './listener.ts'
import type { MountKind } from './mount.ts'
import { takeSocket } from './raw-socket.ts'

/** Headers of a mount, for GET and HEAD. `live.ogg` may be played by any site; a test belongs to its own. */
export function streamHeaders(kind: MountKind, now: Date): Record<string, string> {
  return {
    'Content-Type': 'audio/ogg',
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'none',
    'X-Content-Type-Options': 'nosniff',
    ...(kind === 'live' && { 'Access-Control-Allow-Origin': '*' }),
    Date: now.toUTCString(),
    Connection: 'close',
  }
}

export type Listen = {
  request: IncomingMessage
  response: ServerResponse
  airing: Airing
  /** Names the player, so that it counts once; null: the connection counts by itself. */
  listenerId: string | null
  isLowDelay: boolean
  /** Whose ear it is; null on the public mount. */
  session: Session | null
  headers: Record<string, string>
  /** Told once, with what was written to the connection as a whole. */
  onEnd: (how: ListenerEnd, sentBytes: number) => void
}

/**
 * Turns a request into a listener of the airing's mount: takes its socket, writes the head, the burst, and leaves the
 * rest to the fan-out. The body has no length and no chunks: it ends with the connection (RFC 9112 s6.3).
 */
export function listen(options: Listen): void {
  const { request, response, airing } = options
  const socket = takeSocket(request, response)
  if (!socket) return
  const leave = airing.audience.joinStream(options.listenerId)
  const { onEnd } = options
  const listener = new Listener(socket, options.isLowDelay, options.session, (ended, how) => {
    airing.fanOut.remove(ended)
    leave()
    onEnd(how, socket.bytesWritten)
  })
  listener.open(headOf(options.headers), airing.mount.opening())
  airing.fanOut.add(listener)
}

function headOf(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
}
