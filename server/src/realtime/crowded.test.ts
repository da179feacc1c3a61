import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectStomp, startRealtime, TOKEN } from '../../tests/support/realtime-alone.ts'

/** Status of the refused handshake; 101 when it was accepted. */
async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(url, { headers })
  socket.on('error', () => undefined)
  const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode)
  const status = await Promise.race([refused, once(socket, 'open').then(() => 101)])
  socket.terminate()
  return status
}

test('[RT83] a network that has its places is refused before the upgrade, but for who is signed in', async () => {
  const { url, realtime } = await startRealtime({ limits: { places: 4, heldBytes: 0 } })
  const [first] = await Promise.all([connectStomp(url), connectStomp(url)])
  expect(await statusOf(url)).toBe(429)
  expect(await statusOf(url, { authorization: `Bearer ${TOKEN}` })).toBe(101)
  await expect.poll(() => realtime.counts().connections).toBe(2)
  first?.terminate()
  await expect.poll(() => realtime.counts().connections).toBe(1)
  expect(await statusOf(url)).toBe(101)
})

test('[RT84] who wants more than the station may hold is told so, and a page beside it is not', async () => {
  const { url } = await startRealtime({ limits: { places: 10, heldBytes: 0 } })
  const [greedy, page] = await Promise.all([connectStomp(url), connectStomp(url)])
  const subscribe = (id: number) =>
    `SUBSCRIBE\nid:${id}\ndestination:/topic/broadcast/live\nreceipt:${id}\n\n\0`
  for (let id = 0; id < 64; id += 1) greedy.send(subscribe(id))
  const received: string[] = []
  greedy.on('message', (frame) => received.push(String(frame)))
  await once(greedy, 'close')
  expect(received.at(-1)).toContain('code:TOO_MANY_REQUESTS')
  for (let id = 0; id < 12; id += 1) {
    page.send(subscribe(id))
    const [receipt] = await once(page, 'message')
    expect(String(receipt)).toContain(`receipt-id:${id}`)
  }
})
