import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ProtocolRouter, routeProtocols } from './protocol-router.ts'

let server: Server
let protocolRouter: ProtocolRouter
let taken: { socket: Socket; firstBytes: string }[]
const sockets: Socket[] = []

beforeEach(async () => {
  taken = []
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => response.end(`${request.method} ${request.url} ${Buffer.concat(parts)}`))
  })
  protocolRouter = routeProtocols(server, [
    {
      prefixes: ['PUT /studio.ogg ', 'SOURCE /studio.ogg '],
      accept: (socket, firstBytes) => {
        taken.push({ socket, firstBytes: firstBytes.toString('latin1') })
        socket.end('taken')
      },
    },
  ])
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  protocolRouter.close()
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

async function dial(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {}) // what becomes of it is read from what it said
  await once(socket, 'connect')
  socket.setNoDelay(true)
  return socket
}

/** Everything that the other side says until it ends. */
async function readAnswer(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}

/** Sends parts one by one, each in a packet of its own, and gives the answer. */
async function say(parts: readonly string[]): Promise<string> {
  const socket = await dial()
  const answer = readAnswer(socket)
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, 'latin1', resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return answer
}

const bodyOf = (reply: string) => reply.split('\r\n\r\n').at(-1)

describe('connections that are no HTTP', () => {
  it('[EN8] the request line alone decides, wherever it is cut', async () => {
    const prefix = 'SOURCE /studio.ogg ICE/1.0\r\n'
    for (let at = 1; at < prefix.length; at++)
      expect(await say([prefix.slice(0, at), prefix.slice(at)])).toBe('taken')
    expect(await say([...prefix])).toBe('taken')
    expect(taken).toHaveLength(prefix.length)
    for (const { firstBytes } of taken) expect(prefix.startsWith(firstBytes)).toBe(true)
  })

  it.each([
    ['another method', 'POST /studio.ogg HTTP/1.1', 'POST /studio.ogg hello'],
    ['another path', 'PUT /studio.oggs HTTP/1.1', 'PUT /studio.oggs hello'],
    ['a query', 'PUT /studio.ogg?a HTTP/1.1', 'PUT /studio.ogg?a hello'],
    ['a page', 'GET / HTTP/1.1', 'GET / hello'],
  ])('[EN8] %s is served as ever, wherever it is cut', async (_, line, expected) => {
    const request = `${line}\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`
    for (let at = 1; at < line.length + 4; at++)
      expect(bodyOf(await say([request.slice(0, at), request.slice(at)]))).toBe(expected)
    expect(taken).toEqual([])
  })

  it('[EN8] a connection that goes on, in a row or all at once, and with large bodies, is served as ever', async () => {
    const get = (path: string, last = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${last}\r\n`
    const all = await say([get('/1') + get('/2'), get('/3', 'Connection: close\r\n')])
    expect(all.match(/GET \/\d/g)).toEqual(['GET /1', 'GET /2', 'GET /3'])
    const large = 'x'.repeat(3_000_000)
    const head = `POST /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${large.length}\r\n\r\n`
    expect(bodyOf(await say([head + large]))).toBe(`POST /large ${large}`)
  })

  it('[EN8] upgrades go on', async () => {
    server.on('upgrade', (_, socket, head) => socket.end(`upgraded ${head}`))
    const upgrade = 'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(await say(['G', upgrade.slice(1)])).toMatch(/^upgraded/)
    expect(await say([`${upgrade}frame`])).toBe('upgraded frame')
  })

  it('[EN8] who ends before saying what it is, is answered or let go', async () => {
    const silent = await dial()
    silent.end()
    expect(await readAnswer(silent)).toBe('')
    const half = await dial()
    half.end('PUT /stu')
    expect(await readAnswer(half)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('[EN8] who says nothing for 20 s hears 408', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const accepted = once(server, 'connection')
    const socket = await dial()
    await accepted
    const answer = readAnswer(socket)
    vi.advanceTimersByTime(20_000)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('[EN8] those undecided are cut at the end', async () => {
    const accepted = once(server, 'connection')
    const socket = await dial()
    await accepted
    protocolRouter.close()
    expect(await readAnswer(socket)).toBe('')
  })
})
