import { once } from 'node:events'
import { connect } from 'node:net'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECURITY_HEADERS } from '../src/http/security-headers.ts'
import { startStation, type TestStation } from './support/station.ts'

const { createBroadcast, startBroadcast } = broadcastEndpoints
const WHOLE = Object.keys(SECURITY_HEADERS).map((name) => name.toLowerCase())
const SECURE = 'strict-transport-security'

let station: TestStation
beforeAll(async () => {
  station = await startStation({ trustProxy: '127.0.0.1' })
  const dj = await station.as('DJ')
  const { id } = (await station.call(createBroadcast, { as: dj, body: { title: 'Harana' } })).data
  await station.call(startBroadcast, { as: dj, params: { id } })
})
afterAll(() => station.close())

/** The names of the headers that an answer begins with; the connection is cut then. */
async function headersOf(text: string, origin = station.origin): Promise<Map<string, string>> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(text.replace('HOST', host))
  let answer = ''
  while (!answer.includes('\r\n\r\n')) answer += String((await once(socket, 'data'))[0])
  socket.destroy()
  const [, ...lines] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n')
  const pairs = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: */, '')] as const,
  )
  // A header that is there twice would count as a third thing in some browsers.
  expect(pairs.map(([name]) => name).sort()).toEqual([...new Set(pairs.map(([name]) => name))].sort())
  return new Map(pairs)
}

const get = (path: string, ...more: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: HOST', 'Connection: close', ...more, '\r\n'].join('\r\n')
const handshake = (path: string, ...more: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: HOST', 'Connection: Upgrade', 'Upgrade: websocket', ...more, '\r\n'].join(
    '\r\n',
  )

const ANSWERS: [string, string][] = [
  ['a page', get('/', 'Accept: text/html')],
  ['a call', get('/api/stream/status')],
  ['the documents of the calls', get('/api/docs/')],
  ['what is not there', get('/api/nothing')],
  ['who has not signed in', get('/api/auth/me')],
  ['a wrong input', get('/api/broadcasts?page=-1')],
  ['another method', 'PATCH /api/broadcasts/1 HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n'],
  [
    'a page of another site',
    'POST /api/auth/logout HTTP/1.1\r\nHost: HOST\r\nOrigin: https://a.b\r\nContent-Length: 0\r\n\r\n',
  ],
  ['the stream', get('/live.ogg')],
  ['the head of the stream', 'HEAD /live.ogg HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a recording that is not there', get('/recordings/1.ogg')],
  ['an image that is not there', get('/uploads/x.png')],
  ['SockJS', get('/ws-radio/info')],
  [
    'SockJS over xhr',
    'POST /ws-radio/0/abcdef/xhr_streaming HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n',
  ],
  ['a check of health', get('/healthz')],
  ['a handshake that is refused', handshake('/ws/live')],
  ['a handshake from another site', handshake('/ws/listener', 'Origin: https://a.b')],
  ['an address that is none', get('/%c0%ae')],
  ['what is no HTTP', 'HELO\r\n\r\n'],
]

describe('what every reply carries', () => {
  it.each(ANSWERS)('[SE1] %s', async (_, text) => {
    const headers = await headersOf(text)
    expect([...headers.keys()]).toEqual(expect.arrayContaining(WHOLE))
    expect(headers.has(SECURE)).toBe(false)
  })

  it('[SE1] who came by https, as a trusted proxy says, is to come by nothing else', async () => {
    const headers = await headersOf(get('/api/stream/status', 'X-Forwarded-Proto: https'))
    expect(headers.get(SECURE)).toBe('max-age=31536000')
  })

  it('[SE1] a station that is at home on https says so in every reply; a visitor who claims it counts for nothing', async () => {
    const other = await startStation({ publicUrl: 'https://radio.example.edu' })
    const plain = await startStation()
    try {
      for (const text of [get('/'), get('/api/nothing'), get('/live.ogg'), handshake('/ws/live')])
        expect((await headersOf(text, other.origin)).get(SECURE)).toBe('max-age=31536000')
      const claimed = await headersOf(get('/', 'X-Forwarded-Proto: https'), plain.origin)
      expect(claimed.has(SECURE)).toBe(false)
    } finally {
      await Promise.all([other.close(), plain.close()])
    }
  })
})
