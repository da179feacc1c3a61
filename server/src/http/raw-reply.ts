import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorReply } from '@carillon/contract/errors'
import { headerLines, SECURITY_HEADERS } from './security-headers.ts'

/**
 * Answers on a bare socket where there is no response object, and closes it. The server's sockets are half-open: anyone who
 * never ends its side would hold this one for ever.
 */
export function endWithReply(
  socket: Duplex,
  status: number,
  body: ErrorReply,
  headers: readonly string[] = [],
): void {
  if (socket.destroyed) return
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...headerLines(SECURITY_HEADERS),
    ...headers,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}
