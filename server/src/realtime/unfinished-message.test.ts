import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SECOND_MS } from '@carillon/contract/durations'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connectStomp, startRealtime } from '../../tests/support/realtime-alone.ts'
import { UnfinishedMessage } from './unfinished-message.ts'

/** Both ends of a websocket, and what is unfinished at the server's. */
async function open() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    client.terminate()
    server.close()
  })
  const [socket, { socket: stream }] = (await once(server, 'connection')) as [WebSocket, IncomingMessage]
  const unfinished = new UnfinishedMessage(stream)
  for (const kind of ['message', 'ping', 'pong'] as const)
    socket.on(kind, (data: Buffer) => unfinished.took(data.length))
  await once(client, 'open')
  return { socket, client, unfinished }
}

it('[RT86] of messages that have ended, pings and pongs nothing is left', async () => {
  const { socket, client, unfinished } = await open()
  for (const length of [0, 1, 125, 126, 5_000, 65_000]) client.send('x'.repeat(length))
  client.ping('x')
  client.pong('y')
  client.send('last')
  await expect.poll(() => unfinished.bytes).toBe(0)
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

it('[RT86] a message that has not ended after 10 s is overdue, one that has ended is not', async () => {
  const { client, unfinished } = await open()
  client.send('x'.repeat(60_000), { fin: false })
  await expect.poll(() => unfinished.bytes).toBeGreaterThan(60_000)
  expect(unfinished.isOverdue(0)).toBe(false)
  expect(unfinished.isOverdue(10 * SECOND_MS - 1)).toBe(false)
  expect(unfinished.isOverdue(10 * SECOND_MS)).toBe(true)
  client.send('x')
  await expect.poll(() => unfinished.bytes).toBeLessThan(100)
  expect(unfinished.isOverdue(20 * SECOND_MS)).toBe(false)
})

it('[RT86] a websocket message without an end closes its connection with 1002', async () => {
  let nowMs = 0
  let stepMs = 0
  const now = () => {
    nowMs += stepMs
    return nowMs
  }
  const { url } = await startRealtime({ now })
  const socket = await connectStomp(url)
  stepMs = 2 * SECOND_MS
  socket.send('x'.repeat(60_000), { fin: false })
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([1002, 'A message did not end'])
})
