import { once } from 'node:events'
import { expect, test } from 'vitest'
import { heldBytes } from '../../tests/generated/run-counters.ts'
import { connectStomp, startRealtime, TOKEN } from '../../tests/support/realtime-alone.ts'

const CONNECTIONS = 40
/** As many as fit into what a connection may hold. */
const FRAMES = 30
const MOST_BYTES_EACH = 200_000

/** As many small objects as a body may have: read, they are twenty times as large as their text. */
const BODY = `[${'{},'.repeat(500)}{}]`
const SEND = `SEND\ndestination:/app/broadcast/1/message\ntransaction:t\n\n${BODY}\0`

test('[RT81] bodies in open transactions are held as text, and given back', { timeout: 60_000 }, async () => {
  const { url } = await startRealtime()
  const connect = () => connectStomp(url, `Authorization:Bearer ${TOKEN}\n`)
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, connect))
  const before = heldBytes()
  for (const socket of sockets) {
    socket.send('BEGIN\ntransaction:t\n\n\0')
    for (let count = 0; count < FRAMES; count += 1) socket.send(SEND)
    socket.send('BEGIN\ntransaction:u\nreceipt:r\n\n\0')
    expect(String((await once(socket, 'message'))[0])).toContain('RECEIPT')
  }
  expect(heldBytes() - before).toBeLessThan(CONNECTIONS * MOST_BYTES_EACH)

  // One of its own: on a busy machine those of before have run out by now.
  const another = await connect()
  another.send(`BEGIN\ntransaction:t\n\n\0${SEND}`)
  for (let count = 0; count < FRAMES + 20; count += 1) another.send(SEND)
  const [refusal] = await once(another, 'message')
  expect(String(refusal)).toContain('code:BODY_TOO_LARGE')
})
