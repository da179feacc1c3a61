import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Session } from '../../../http/session.ts'
import type { MountKind } from '../mount/mount.ts'
import { type Delay, type InsertTitles, Listener, type ListenerEnd } from './listener.ts'
import type { Joinable } from './moving-audience.ts'
import { takeSocket } from './raw-socket.ts'
import type { StreamFormat } from './stream-format.ts'

/** Headers of a mount, for GET and HEAD. What is live may be played by any site; a test belongs to its own. */
export function streamHeaders(kind: MountKind, mimeType: string, now: Date): Record<string, string> {
  return {
    'Content-Type': mimeType,
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'none',
    ...(kind === 'live' && {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
    Date: now.toUTCString(),
    Connection: 'close',
  }
}

export type Listen = {
  request: IncomingMessage
  response: ServerResponse
  audience: Joinable
  format: StreamFormat
  /** Names the player, so that it counts once; null: the connection counts by itself. */
  listenerId: string | null
  delay: Delay
  /** Absent or null for who did not ask for titles. */
  insertTitles?: InsertTitles | null
  /** Whose ear it is; null on the public mount. */
  session: Session | null
  headers: Record<string, string>
  /** Called before its first byte. */
  onBegin: () => void
  /** Called once after that, with what was written to the connection as a whole. */
  onEnd: (how: ListenerEnd, sentBytes: number) => void
}

/**
 * Turns a request into a listener of the broadcast: takes its socket, writes the head, the burst, and leaves the
 * rest to the fan-out. The body has no length and no chunks: it ends with the connection (RFC 9112 s6.3).
 */
export function listen(options: Listen): void {
  const { request, response, audience, format } = options
  const socket = takeSocket(request, response)
  if (!socket) return
  const leave = audience.joinStream(options.listenerId)
  options.onBegin()
  const { onEnd } = options
  const listener = new Listener(socket, options.delay, options.session, (ended, how) => {
    format.fanOut.remove(ended)
    leave()
    onEnd(how, socket.bytesWritten)
  })
  listener.open(headOf(options.headers), format.opening(), options.insertTitles)
  format.fanOut.add(listener)
}

function headOf(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
}
