import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { heldBytes } from './generated/run-counters.ts'
import { mutate, seeded } from './support/mutate.ts'
import { startStation, type TestStation } from './support/station.ts'

const CASES = 10_000
/** Most of them wait the half second that the rest of a frame is given: enough of them to keep the processor busy meanwhile. */
const AT_ONCE = 300
/** They warm up what is compiled and pooled. */
const WARM_UP = 1_000
const SEED = 20_261_120
const MAX_GROWTH_BYTES = 10 * 1024 * 1024
const ANSWERED_WITHIN_MS = 1_000
const STEPS = 20

const CONNECT = 'CONNECT\naccept-version:1.2\nhost:x\n\n\0'
/** Frames from clients, good and bad; each is changed hundreds of times. */
const RECORDED = [
  CONNECT,
  'STOMP\naccept-version:1.0,1.1,1.2\nheart-beat:10000,10000\nhost:x\n\n\0',
  `${CONNECT}SUBSCRIBE\nid:0\ndestination:/topic/broadcast/1/chat\nreceipt:r\n\n\0`,
  `${CONNECT}SUBSCRIBE\nid:0\ndestination:/user/queue/notifications\nack:client\n\n\0`,
  `${CONNECT}SEND\ndestination:/app/broadcast/1/join\ncontent-length:2\nreceipt:r\n\n{}\0`,
  `${CONNECT}SEND\ndestination:/app/broadcast/1/message\n\n{"type":"CHAT","data":{"content":"hi"}}\0`,
  `${CONNECT}SEND\ndestination:/topic/broadcast/1\n\n{"__proto__":{"a":1}}\0`,
  `${CONNECT}BEGIN\ntransaction:t\n\n\0SEND\ndestination:/app/broadcast/1/join\ntransaction:t\n\n\0COMMIT\ntransaction:t\n\n\0`,
  `${CONNECT}ACK\nid:1/0\n\n\0NACK\nid:1/0\n\n\0`,
  `${CONNECT}DISCONNECT\nreceipt:77\n\n\0`,
  `${CONNECT}SUBSCRIBE\n__proto__:x\nconstructor:y\nid:\\c\\n\\\\\ndestination:/topic/broadcast/live\n\n\0`,
  `CONNECT\naccept-version:1.2\nAuthorization:Bearer ${'x'.repeat(43)}\n\n\0`,
  'SEND\ncontent-length:99999999999\n\nbody\0',
  'SEND\ncontent-length:-1\n\nbody\0',
  '\n\n\n\n',
  '\0\0\0\0',
  'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  '["CONNECT\\naccept-version:1.2\\n\\n\\u0000"]',
  '["\\u0000","\\n",""]',
  '[[[[[[',
]
/** Frames that any client that is still understood gets an answer to. */
const LAST_WORDS = Buffer.from('\0\n\nCONNECT\naccept-version:1.2\n\n\0DISCONNECT\nreceipt:last\n\n\0')

let station: TestStation

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

type Hostile = { path: string; bytes: Buffer; isBinary: boolean }

function* hostileFrames(random: () => number, count: number): Generator<Hostile> {
  for (let made = 0; made < count; made += 1) {
    const recorded = RECORDED[Math.floor(random() * RECORDED.length)] ?? ''
    const bytes = mutate(Buffer.from(recorded), random)
    const path = random() < 0.3 ? '/ws-radio/0/a/websocket' : '/ws-radio/websocket'
    yield { path, bytes, isBinary: random() < 0.5 }
  }
}

/** Each new one as soon as another is done. */
async function expectAllAnswered(frames: Generator<Hostile>): Promise<void> {
  const unanswered: string[] = []
  const sendOn = async () => {
    for (const frame of frames)
      if (!(await isAnswered(frame))) unanswered.push(JSON.stringify(frame.bytes.toString('latin1')))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  expect(unanswered).toEqual([])
}

/** Sends bytes, then last words; gives whether it was answered or closed in time. */
async function isAnswered({ path, bytes, isBinary }: Hostile): Promise<boolean> {
  const socket = new WebSocket(station.socketOrigin + path)
  socket.on('error', () => undefined)
  await once(socket, 'open')
  const answered = Promise.withResolvers<boolean>()
  socket.on('close', () => answered.resolve(true))
  socket.on('message', (data) => /ERROR|receipt-id:last/.test(data.toString()) && answered.resolve(true))
  socket.send(bytes, { binary: isBinary })
  socket.send(path.endsWith('/a/websocket') ? JSON.stringify([LAST_WORDS.toString()]) : LAST_WORDS)
  const result = await Promise.race([answered.promise, secondOfTheLoop()])
  socket.terminate()
  return result
}

/** Both ends share one loop, and on a busy machine it stands still for longer than any frame may take. */
async function secondOfTheLoop(): Promise<false> {
  for (let turn = 0; turn < STEPS; turn += 1) await delay(ANSWERED_WITHIN_MS / STEPS)
  return false
}

// Slow: ten thousand handshakes, half a minute of work on a busy machine, and no waiting.
it('[RT20] ten thousand hostile frames are each answered or closed, and nothing grows', {
  timeout: 240_000,
}, async () => {
  const random = seeded(SEED)
  await expectAllAnswered(hostileFrames(random, WARM_UP))
  const before = heldBytes()
  await expectAllAnswered(hostileFrames(random, CASES - WARM_UP))
  expect(heldBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
  expect((await fetch(`${station.origin}/ws-radio/info`)).status).toBe(200)
})
