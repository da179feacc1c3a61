import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { fetchFromPeer } from './peer-fetch.ts'

const ANSWER_LIMIT_MS = 400

/** A peer that answers so. */
async function peer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('[IN24] a peer is not late where the instance that asks stood still itself', async () => {
  const url = await peer((_, reply) => void reply.end('here'))
  const asked = fetchFromPeer(url, 'key', { answerLimitMs: ANSWER_LIMIT_MS })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * ANSWER_LIMIT_MS)
  expect(await (await asked).text()).toBe('here')
})

it('[IN24] a peer that says nothing is late', async () => {
  const url = await peer(() => undefined)
  const asked = fetchFromPeer(url, 'key', { answerLimitMs: ANSWER_LIMIT_MS })
  await expect(asked).rejects.toThrow('does not answer')
})
