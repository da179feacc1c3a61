import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { sourceAddressOf } from './address.ts'
import { openSource } from './handshake.ts'

const LIMIT_MS = 100

it('[IC3] an answer that arrived while this process stood still is read before the try is given up', async () => {
  const icecast = createServer((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      // The answer is there, and its time is over before anybody could read it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * LIMIT_MS)
    }),
  )
  icecast.listen(0, '127.0.0.1')
  await once(icecast, 'listening')
  onTestFinished(() => void icecast.close())
  const { port } = icecast.address() as AddressInfo
  const opened = await openSource(sourceAddressOf(`http://source:secret@127.0.0.1:${port}/live.ogg`), {
    stationName: 'Radyo',
    limitMs: LIMIT_MS,
    signal: new AbortController().signal,
  })
  if (opened.ok) opened.socket.destroy()
  expect(opened).toMatchObject({ ok: true })
})
