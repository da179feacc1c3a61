import { connect } from 'node:net'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { type Change, changed, changes } from './changes.ts'
import { limitFor } from './run-counters.ts'
import { runEdge } from './run-edge.ts'
import { createWorld, type World } from './world.ts'

/** For what hangs: others are ended sooner, also on a busy machine. */
const ENDED_WITHIN_MS = 60_000
const QUIET_MS = 300
const LINES = ['Host: station', 'Connection: close']
const request = (start: string, lines: string[] = [], body = '') =>
  `${start}\r\n${[...LINES, ...lines].join('\r\n')}\r\n\r\n${body}`
const handshake = (path: string, frames: number[] = []) =>
  request(`GET ${path} HTTP/1.1`, [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]) + String.fromCharCode(...frames)
const login = JSON.stringify({ email: 'a@b.co', password: 'x' })

/** Bytes from clients, good and bad, as latin1. */
const RECORDED = [
  request('GET / HTTP/1.1', ['Accept: text/html']),
  request('GET /api/broadcasts?page=0&size=5 HTTP/1.1'),
  request('HEAD /live.ogg HTTP/1.1'),
  request('OPTIONS * HTTP/1.1'),
  request('GET /recordings/1.ogg HTTP/1.1', ['Range: bytes=0-1,3-']),
  request('GET http://station/api/stream/status HTTP/1.1'),
  request('CONNECT station:443 HTTP/1.1'),
  request('TRACE / HTTP/1.1'),
  'GET /api/stream/status HTTP/1.0\r\n\r\n',
  'GET /api/stream/status\r\n',
  request(
    'POST /api/auth/login HTTP/1.1',
    ['Content-Type: application/json', `Content-Length: ${login.length}`],
    login,
  ),
  request(
    'POST /api/auth/login HTTP/1.1',
    ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    `${login.length.toString(16)};a=b\r\n${login}\r\n0\r\nTrailer: x\r\n\r\n`,
  ),
  request(
    'POST /api/auth/login HTTP/1.1',
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    '0\r\n\r\nGET /api/auth/me HTTP/1.1\r\nHost: x\r\n\r\n',
  ),
  request('POST /ws-radio/1/abc/xhr_send HTTP/1.1', ['Content-Length: 4'], '[""]'),
  request('POST /api/announcements/images HTTP/1.1', ['Content-Length: 99999999999'], 'x'),
  request('PUT /api/auth/me/preferences HTTP/1.1', ['Expect: 100-continue', 'Content-Length: 2'], '{}'),
  `${request('GET /api/stream/status HTTP/1.1').replace('close', 'keep-alive')}${request('GET /api/docs/openapi.json HTTP/1.1')}`,
  request('GET /api/auth/me HTTP/1.1', [
    'Cookie: token=a; token=b',
    'Authorization: Bearer c',
    'Origin: null',
  ]),
  request('GET / HTTP/1.1', ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA']),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  'PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'SOURCE /live.ogg HTTP/1.0\r\nAuthorization: Basic c291cmNlOng=\r\n\r\n',
  // RFC 6455 s5.2: a masked text frame, a ping, a continuation of nothing, a length of 2^63, reserved bits.
  handshake('/ws/listener', [0x81, 0x84, 1, 2, 3, 4, 0x71, 0x6b, 0x6d, 0x63]),
  handshake('/ws/listener', [0x89, 0x80, 0, 0, 0, 0, 0x80, 0x80, 0, 0, 0, 0]),
  handshake('/ws-radio/websocket', [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]),
  handshake('/ws-radio/websocket', [0xf1, 0x80, 0, 0, 0, 0, 0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]),
  handshake('/ws/live?broadcastId=1'),
  handshake('/ws/polls/1'),
  '',
]

type Input = { recorded: string; done: readonly Change[] }
const input: Arbitrary<Input> = fc.record({ recorded: fc.constantFrom(...RECORDED), done: changes })

const LIMIT_MS = limitFor(200)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * Sends bytes and gives all that comes until the other side has closed. Nothing says that a server waits for more: once
 * it has been quiet, this side ends.
 */
function exchange(bytes: Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(world.station.origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    socket.setTimeout(ENDED_WITHIN_MS, () => socket.destroy(new Error('the connection was left open')))
    const quiet = setTimeout(() => socket.end(), QUIET_MS)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      quiet.refresh()
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Who is not read to the end is told by a reset: what came before it counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.once('close', () => {
      clearTimeout(quiet)
      resolve(Buffer.concat(chunks))
    })
    socket.write(bytes)
  })
}

/** The statuses of the replies in what came. */
const statusesOf = (reply: Buffer) =>
  [...reply.toString('latin1').matchAll(/(?:^|[^\r]\n|\})HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
    Number(status),
  )

async function send({ recorded, done }: Input): Promise<string> {
  const reply = await exchange(changed(Buffer.from(recorded, 'latin1'), done))
  const statuses = statusesOf(reply)
  const text = reply.toString('latin1').slice(0, 600)
  if (statuses.some((status) => status >= 500)) throw new Error(text)
  if (reply.length > 0 && statuses.length === 0) throw new Error(`no HTTP: ${text}`)
  return statuses.length === 0 ? 'closed' : `${Math.floor((statuses[0] ?? 0) / 100)}xx`
}

it('[ED5] bytes of any kind on the port are answered or closed, never by a fault, and nothing grows', {
  timeout: 60_000 + LIMIT_MS,
}, async () => {
  await runEdge({ name: 'raw bytes', input, send, origin: world.station.origin, limitMs: LIMIT_MS })
})
