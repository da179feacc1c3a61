import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createUnreadReplies } from './unread-replies.ts'

const MB = 1024 * 1024
/** More than two kernels hold of a connection. */
const LARGE = 'x'.repeat(16 * MB)

/** A server whose one reply is large, where each may leave 20 MB unread. */
async function startServer() {
  const app = fastify()
  onTestFinished(() => app.close())
  const limits = { perHolderBytes: 20 * MB, totalBytes: 100 * MB }
  const count = createUnreadReplies({ holderOf: ({ headers }) => String(headers.from) }, limits)
  app.get('/', (request, reply) => reply.send(count(request, reply, LARGE)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** Asks, and reads nothing but the beginning. */
async function ask(port: number, from: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nFrom: ${from}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

it('[HT27] a reply that is not read is cut when its reader asks for more than one may leave unread', async () => {
  const port = await startServer()
  const stalled = await ask(port, 'a')
  const other = await ask(port, 'b')
  const next = await ask(port, 'a')
  await once(stalled.resume(), 'close')
  let taken = 0
  next.on('data', (bytes) => {
    taken += bytes.length
    if (taken > LARGE.length) next.destroy()
  })
  await once(next, 'close')
  expect([taken > LARGE.length, other.destroyed]).toEqual([true, false])
})
