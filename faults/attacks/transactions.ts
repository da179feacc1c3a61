/**
 * STOMP connections that begin transactions, fill them and never commit; each is opened again when it is closed.
 *
 *   node attacks/transactions.ts <websocket address> <connections> <seconds>
 *
 * Half of them send bodies of small objects, half of them long headers. Says what was sent, and how many connections
 * were refused with which code. Where none was refused by then because it was full, it goes on, for a minute at most.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

const TRANSACTIONS = 8
const FRAMES_EACH = 64
/** Frames that the station lets in at once, before one after the other. */
const AT_ONCE = 130
const FRAME_EVERY_MS = 55
/** After this many it is heard whether the connection has been refused. */
const LISTEN_EVERY = 8
const REOPEN_AFTER_MS = 500
const MOST_LATE_MS = 60_000
/** Read, small objects are twenty times as large as their text. */
const BODY = `[${'{},'.repeat(5_200)}{}]`
const PADDING = Array.from({ length: 7 }, (_, line) => `x-${line}:${'x'.repeat(2_000)}\n`).join('')
const DESTINATION = 'destination:/app/broadcast/1/join\n'

const [address = '', connections = '7', seconds = '30'] = process.argv.slice(2)
const endsAtMs = performance.now() + Number(seconds) * 1_000
const refused: Record<string, number> = {}
let sentBytes = 0
/** On a machine that stood still the time may be over before anything was full. */
const isOver = () => {
  const lateMs = performance.now() - endsAtMs
  return lateMs >= 0 && (refused.BODY_TOO_LARGE !== undefined || lateMs > MOST_LATE_MS)
}

await Promise.all(Array.from({ length: Number(connections) }, (_, number) => goOn(number % 2 === 0)))
console.log(JSON.stringify({ sentBytes, refused }))
process.exit()

async function goOn(hasBodies: boolean): Promise<void> {
  while (!isOver()) {
    await attack(hasBodies)
    await delay(REOPEN_AFTER_MS)
  }
}

async function attack(hasBodies: boolean): Promise<void> {
  const socket = new WebSocket(address)
  socket.on('error', () => {})
  socket.on('message', (frame) => {
    const code = /^ERROR\n[\s\S]*?\ncode:(\w+)/.exec(String(frame))?.[1]
    if (code) refused[code] = (refused[code] ?? 0) + 1
  })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  socket.send('CONNECT\naccept-version:1.2\nhost:x\n\n\0')
  for (const [number, frame] of Array.from(framesOf(hasBodies)).entries()) {
    if (socket.readyState !== WebSocket.OPEN || isOver()) break
    socket.send(frame)
    sentBytes += frame.length
    if (number > AT_ONCE) await delay(FRAME_EVERY_MS)
    else if (number % LISTEN_EVERY === 0) await delay(1)
  }
  // What is full is held for as long as the station lets it be.
  await Promise.race([closed, delay(isOver() ? 0 : Math.max(REOPEN_AFTER_MS, endsAtMs - performance.now()))])
  socket.terminate()
}

function* framesOf(hasBodies: boolean): Generator<string> {
  for (let transaction = 0; transaction < TRANSACTIONS; transaction += 1)
    yield `BEGIN\ntransaction:${transaction}\n\n\0`
  for (let frame = 0; frame < TRANSACTIONS * FRAMES_EACH; frame += 1) {
    const head = `SEND\n${DESTINATION}transaction:${frame % TRANSACTIONS}\n`
    yield hasBodies ? `${head}\n${BODY}\0` : `${head}${PADDING}\n\0`
  }
}
