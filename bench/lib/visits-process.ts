import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { Connection, Part, Step } from './recorded-visit.ts'
import { maskedFrame, pongTo } from './websocket-frames.ts'

/** The load program: visitors who each send what the recorded one sent, in its time, and report to their parent. */
type Command =
  | { type: 'come'; port: number; visit: Connection[]; parts: Part[]; count: number; seconds: number }
  | { type: 'report' }
  | { type: 'leave' }

/** Pages add the time to what they ask. */
const TIME = /\b_ts=\d+/
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** A page follows the one before it within 250 ms; after twice that it is late. */
const LATE_MS = 500
const STAYING: readonly Part[] = ['realtime', 'sound']
const HEART_BEAT_MS = 10_000
const HEAD_END = '\r\n\r\n'

const sockets = new Set<Socket>()
let waitsMs: number[] = []
let failures: string[] = []
let latePages = 0
let dropped = 0
let unanswered = 0

process.on('message', (command: Command) => handlers[command.type](command as never))
process.on('disconnect', () => process.exit())

const handlers = {
  come({ port, visit, parts, count, seconds }: Extract<Command, { type: 'come' }>) {
    waitsMs = []
    failures = []
    latePages = 0
    dropped = 0
    const chosen = visit
      .map(({ steps }) => steps.filter(({ part }) => parts.includes(part)))
      .filter((steps) => steps.length > 0)
    for (let number = 0; number < count; number += 1)
      setTimeout(
        () => {
          const id = randomUUID()
          for (const steps of chosen) follow(port, steps, id)
        },
        (number * seconds * 1_000) / count,
      )
    process.send?.({ type: 'coming' })
  },
  report() {
    process.send?.({ type: 'report', waitsMs, failures, latePages, dropped, unanswered })
  },
  leave() {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    process.send?.({ type: 'left' })
  },
}

/** Sends the steps of one connection. It opens for its first one. */
function follow(port: number, steps: Step[], id: string): void {
  const beganAt = performance.now()
  const texts = steps.map(({ text }) => text.replace(UUID, id).replace(TIME, `_ts=${Date.now()}`))
  let socket: Socket | null = null
  const send = (index: number) => {
    const step = steps[index]
    if (!step) return socket && !STAYING.includes(steps[0]?.part ?? 'files') ? close(socket) : undefined
    const wait = beganAt + step.atMs - performance.now()
    setTimeout(
      () => {
        socket ??= open(port)
        if (step.isMessage) {
          socket.write(maskedFrame(texts[index] ?? ''))
          send(index + 1)
        } else request(socket, step, texts[index] ?? '', () => send(index + 1))
      },
      Math.max(0, wait),
    )
  }
  send(0)
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => {
    if (sockets.delete(socket)) dropped += 1
  })
  return socket
}

function close(socket: Socket): void {
  sockets.delete(socket)
  socket.destroy()
}

/** Calls back at the whole reply, or for what stays open at its head. */
function request(socket: Socket, step: Step, text: string, onReply: () => void): void {
  const sentAt = performance.now()
  let reply: Buffer = Buffer.alloc(0)
  unanswered += 1
  const receive = (bytes: Buffer) => {
    reply = reply.length === 0 ? bytes : Buffer.concat([reply, bytes])
    const headEnd = reply.indexOf(HEAD_END)
    if (headEnd === -1) return
    const head = reply.toString('latin1', 0, headEnd)
    const isStaying = STAYING.includes(step.part)
    if (!isStaying && reply.length < headEnd + HEAD_END.length + lengthOf(head)) return
    socket.off('data', receive)
    unanswered -= 1
    if (step.part === 'calls') waitsMs.push(performance.now() - sentAt)
    if (!/^HTTP\/1\.1 (?:200|101)/.test(head)) failures.push(`${step.path} ${head.slice(0, 40)}`)
    if (step.part === 'sound') listen(socket)
    if (step.part === 'realtime') stay(socket, step.path.startsWith('/ws-radio'))
    onReply()
  }
  socket.on('data', receive)
  socket.write(text, 'latin1')
}

function lengthOf(head: string): number {
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (!length) throw new Error(`no length: ${head}`)
  return Number(length)
}

function listen(socket: Socket): void {
  let lastAt = performance.now()
  socket.on('data', () => {
    const now = performance.now()
    if (now - lastAt > LATE_MS) latePages += 1
    lastAt = now
  })
}

/** Answers pings, and sends the heart-beats that a STOMP client promised. */
function stay(socket: Socket, beats: boolean): void {
  socket.on('data', (bytes: Buffer) => {
    const pong = pongTo(bytes)
    if (pong) socket.write(pong)
  })
  if (!beats) return
  const timer = setInterval(() => socket.write(maskedFrame('\n')), HEART_BEAT_MS)
  socket.on('close', () => clearInterval(timer))
}
