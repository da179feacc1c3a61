/**
 * Connections that are opened and held.
 *
 *   node attacks/hold.ts <host> <port> <how> <connections> [path ...]
 *
 * how: `listeners` read nothing after their first bytes; `sockets` are websockets of players that say they listen, and
 * of the realtime connection by turns; `idle` ask for nothing, and are opened again when they are closed; `half-heads`
 * begin as a program of a DJ does and never end their head, and are opened again when they are closed; `readers` ask for
 * the paths by turns, and read nothing of the answers but their beginning.
 * Says {"held":n} when all are there (idle: when as many were tried), then {"closed":n} at each change.
 */
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'

const [host = '', port = '', how = '', connections = '', ...paths] = process.argv.slice(2)
const REOPEN_AFTER_MS = 500
/** At once, but for a pause in which anyone who attacks breathes. */
const AGAIN_AFTER_MS = 50
/** The measure is what they hold, not how they arrive. */
const READERS_PER_SECOND = 50
const REPORT_EVERY_MS = 250
let held = 0
let closed = 0
let reported = 0

const OPEN = {
  listeners: holdListener,
  sockets: holdSocket,
  idle: holdIdle,
  'half-heads': holdHalfHead,
  readers: holdReader,
}
const open = OPEN[how as keyof typeof OPEN]
for (let number = 0; number < Number(connections); number += 1) open(number)
// Anyone who started it has ended, or failed before it could end this.
process.stdin.on('end', () => process.exit()).resume()
setInterval(() => {
  if (closed === reported) return
  reported = closed
  console.log(JSON.stringify({ closed }))
}, REPORT_EVERY_MS)

function holdListener(): void {
  holdReply('/live.ogg')
}

function holdReader(number: number): void {
  setTimeout(holdReply, (number * 1_000) / READERS_PER_SECOND, paths[number % paths.length] ?? '/')
}

function holdReply(path: string): void {
  const socket = tcp()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  socket.once('data', () => {
    socket.pause()
    isHeld()
  })
}

function holdSocket(number: number): void {
  const isPlayer = number % 2 === 0
  const socket = new WebSocket(`ws://${host}:${port}${isPlayer ? '/ws/listener' : '/ws-radio/websocket'}`)
  socket.on('error', () => {})
  socket.on('close', isClosed)
  socket.on('open', () => {
    if (!isPlayer) socket.send('CONNECT\naccept-version:1.2\nhost:x\n\n\0')
  })
  socket.once('message', (data) => {
    if (isPlayer)
      socket.send(JSON.stringify({ type: 'START_LISTENING', broadcastId: broadcastOf(data.toString()) }))
    isHeld()
  })
}

function broadcastOf(status: string): number {
  return JSON.parse(status).broadcastId
}

function holdIdle(): void {
  const socket = tcp()
  socket.on('connect', isHeld)
  socket.on('close', () => setTimeout(holdIdle, REOPEN_AFTER_MS))
}

function holdHalfHead(): void {
  const socket = tcp()
  socket.on('connect', isHeld)
  socket.write('PUT /studio.ogg HTTP/1.1\r\n')
  socket.resume().on('close', () => setTimeout(holdHalfHead, AGAIN_AFTER_MS))
}

function tcp(): Socket {
  const socket = connect(Number(port), host)
  socket.on('error', () => {})
  socket.on('close', isClosed)
  return socket
}

function isHeld(): void {
  held += 1
  if (held === Number(connections)) console.log(JSON.stringify({ held }))
}

function isClosed(): void {
  closed += 1
}
