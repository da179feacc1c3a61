import { once } from 'node:events'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import type { TestStation } from './station.ts'

/** The status that the handshake of a websocket is answered with: 101, or why not. */
export async function handshake(
  station: TestStation,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { hostname, port, host } = new URL(station.origin)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({
    Host: host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    if (text.startsWith('HTTP/1.1 101')) socket.destroy()
  })
  await once(socket, 'close')
  return { status: Number(text.split(' ', 2)[1]), body: text.split('\r\n\r\n')[1] ?? '' }
}

/** An open websocket; the test closes it, or waits for its end. */
export async function openSocket(station: TestStation, path: string, token?: string): Promise<WebSocket> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const socket = new WebSocket(station.socketOrigin + path, { headers })
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return socket
}

/** The code with which the socket is closed. */
export async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = await once(socket, 'close')
  return code
}
