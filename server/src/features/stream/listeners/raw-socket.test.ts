import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { takeSocket } from './raw-socket.ts'

const server = createServer()

afterEach(() => server.close())

/** A request and its response, and the one who asked. */
async function ask() {
  server.listen(0)
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port)
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  client.write('GET /live.ogg HTTP/1.1\r\nHost: station\r\n\r\n')
  const [request, response] = await asked
  return { client, request, response }
}

it('[ST32] whoever hangs up before the stream begins is not a listener', async () => {
  const { client, request, response } = await ask()
  const closed = once(request.socket, 'close')
  client.destroy()
  await closed
  expect(takeSocket(request, response)).toBeNull()
})

it('[ST32] whoever waits for the stream is one', async () => {
  const { client, request, response } = await ask()
  const socket = takeSocket(request, response)
  expect(socket).toBe(request.socket)
  socket?.destroy()
  await once(client, 'close')
})
