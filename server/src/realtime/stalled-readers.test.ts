import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { heldBytes } from '../../tests/generated/run-counters.ts'
import { connectStomp, startRealtime } from '../../tests/support/realtime-alone.ts'

const STALLED = 200
const HEALTHY = 5
const MEGA = 1e6
const CHAT_BYTES = 20 * MEGA
const MESSAGE_BYTES = 20_000
const MESSAGES = CHAT_BYTES / MESSAGE_BYTES
/** This many are published before those who read are waited for. */
const AT_ONCE = 50
const MOST_GROWTH_BYTES = 50 * MEGA
const DESTINATION = '/topic/broadcast/1/chat'

/** Somebody who has subscribed to the chat; `numbers` are those of the messages that came. */
type Reader = { socket: WebSocket; numbers: number[] }

async function subscribe(url: string): Promise<Reader> {
  const socket = await connectStomp(url)
  const reader: Reader = { socket, numbers: [] }
  socket.send(`SUBSCRIBE\nid:chat\ndestination:${DESTINATION}\nreceipt:1\n\n\0`)
  await once(socket, 'message')
  socket.on('message', (frame) => {
    const number = /"number":(\d+)/.exec(frame.toString())?.[1]
    if (number) reader.numbers.push(Number(number))
  })
  return reader
}

async function untilRead({ socket, numbers }: Reader, count: number): Promise<void> {
  while (numbers.length < count) await once(socket, 'message')
}

test('[RT80] readers who stop reading cost little, are let go and counted, and nobody else misses anything', async () => {
  const { realtime, url } = await startRealtime()
  const healthy = await Promise.all(Array.from({ length: HEALTHY }, () => subscribe(url)))
  const stalled = await Promise.all(Array.from({ length: STALLED }, () => subscribe(url)))
  for (const { socket } of stalled) socket.pause()
  const before = heldBytes()
  let most = before

  const text = 'x'.repeat(MESSAGE_BYTES)
  for (let number = 0; number < MESSAGES; number += 1) {
    realtime.broker.publish(DESTINATION, { type: 'CHAT_MESSAGE', number, text })
    if ((number + 1) % AT_ONCE !== 0) continue
    await Promise.all(healthy.map((reader) => untilRead(reader, number + 1)))
    most = Math.max(most, heldBytes())
  }

  expect(most - before).toBeLessThan(MOST_GROWTH_BYTES)
  expect(realtime.counts()).toEqual({ connections: HEALTHY, stalled: STALLED })
  const everything = Array.from({ length: MESSAGES }, (_, number) => number)
  expect(healthy.map(({ numbers }) => numbers)).toEqual(healthy.map(() => everything))
})
