import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { CONNECTION_LIMITS } from './connections.ts'
import { createEdge } from './edge.ts'
import { BARE_EDGE } from './testing.ts'

const PART = Buffer.alloc(64 * 1024)

/** Never ends, and counts what was taken of it. */
function* parts(taken: { bytes: number }): Generator<Buffer> {
  for (;;) {
    taken.bytes += PART.length
    yield PART
  }
}

it('[SE6] a reply that nobody reads is let go, and little of it was kept for its reader', async () => {
  const taken = { bytes: 0 }
  const edge = await createEdge({
    ...BARE_EDGE,
    rawRoutes: [
      {
        path: '/endless',
        summary: 'More than anybody reads',
        access: 'public',
        handle: ({ reply }) => reply.send(Readable.from(parts(taken))),
      },
    ],
    limits: { ...CONNECTION_LIMITS, stalledMs: 300 },
  })
  await edge.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => edge.close())
  const accepted = once(edge.server, 'connection')
  const { port } = edge.server.address() as AddressInfo
  const reader = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .pause()
  onTestFinished(() => void reader.destroy())
  reader.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  const [socket] = (await accepted) as [Socket]
  await once(socket, 'close')
  // What the two kernels hold, and a few parts on the way.
  expect(taken.bytes).toBeLessThan(32 * 1024 * 1024)
})
