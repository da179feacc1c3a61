import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { answerUnreadable } from './client-error.ts'
import { acceptUpgrades, type Upgrade, upgrade } from './upgrade.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024)

const quiet: Upgrade = upgrade({
  path: '/ws/quiet',
  access: 'public',
  maxPayloadBytes: 100,
  authorise: () => null,
  accept: () => undefined,
})

/** A server with one websocket; gives its port. */
async function startServer() {
  const server = createServer()
  server.on('clientError', answerUnreadable)
  const sockets = acceptUpgrades(server, {
    upgrades: [quiet],
    authenticate: async () => null,
    translate: () => null,
    origins: { publicUrl: null, allowedOrigins: [] },
    trust: () => false,
    logger: pino({ level: 'silent' }),
    isClosing: () => false,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { server, sockets, port: (server.address() as AddressInfo).port }
}

/** Connects and never ends its own side. */
function connectForEver(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket.resume()
}

const asking = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: station',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')

it.each([
  ['a refused handshake', asking('/ws/nothing')],
  ['what is no HTTP', 'HELO station\r\n\r\n'],
])('[HT13] %s does not hold its connection', async (_name, bytes) => {
  const { server, port } = await startServer()
  const accepted = once(server, 'connection')
  connectForEver(port).write(bytes)
  const [socket] = await accepted
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

it('[HT11] a socket that breaks while it is closed does not keep the others open', async () => {
  const { sockets, port } = await startServer()
  const socket = connectForEver(port)
  socket.write(asking('/ws/quiet'))
  await once(socket, 'data')
  const closed = sockets.close(() => true, 1012, 'restarting')
  // RFC 6455 s5.2: the reserved bits must be 0.
  socket.write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]))
  await closed
  expect(sockets.count()).toBe(0)
})

it('[FT6] what a socket goes on to send after it has broken a limit is not read', async () => {
  const { server, port } = await startServer()
  const accepted = once(server, 'connection')
  const socket = connectForEver(port)
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
  })
  socket.write(asking('/ws/quiet'))
  await once(socket, 'data')
  const [taken] = (await accepted) as [Socket]
  // RFC 6455 s5.2: FIN and binary; masked, 64 bits of length; a gigabyte; the mask.
  socket.write(Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]))
  const sendOn = (error?: Error | null) => error ?? socket.write(MEGABYTE, sendOn)
  sendOn()
  await once(taken, 'close')
  // RFC 6455 s5.5.1 and s7.4.1: a close frame of two bytes, 1009.
  expect(received.subarray(-4)).toEqual(Buffer.from([0x88, 2, 0x03, 0xf1]))
  expect(taken.bytesRead).toBeLessThan(MEGABYTE.length)
})
