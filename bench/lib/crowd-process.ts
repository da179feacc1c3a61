import { connect, type Socket } from 'node:net'

/** The load program: opens listeners one after another, reads and throws away, and reports to its parent. */
type Command =
  | { type: 'open'; port: number; paths: string[]; count: number; perSecond: number }
  | { type: 'report' }
  | { type: 'close' }

const OPEN_TICK_MS = 20
/** A page sent at once follows the one before it within 250 ms; after twice that it is late. */
const LATE_MS = 500

const sockets = new Set<Socket>()
let opened = 0
let dropped = 0
let bytes = 0
let latePages = 0
let firstByteMs: number[] = []

process.on('message', (command: Command) => handlers[command.type](command as never))
process.on('disconnect', () => process.exit())

const handlers = {
  async open(command: Extract<Command, { type: 'open' }>) {
    firstByteMs = []
    dropped = 0
    const missing = command.count - sockets.size
    const perTick = Math.max(1, Math.round((command.perSecond * OPEN_TICK_MS) / 1000))
    const timer = setInterval(() => {
      for (let index = 0; index < perTick && sockets.size < command.count; index += 1) listen(command)
      if (sockets.size < command.count || firstByteMs.length < missing - dropped) return
      clearInterval(timer)
      process.send?.({ type: 'opened' })
    }, OPEN_TICK_MS)
  },
  report() {
    process.send?.({ type: 'report', connected: sockets.size, dropped, bytes, latePages, firstByteMs })
    bytes = 0
    latePages = 0
  },
  close() {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    process.send?.({ type: 'closed' })
  },
}

function listen({ port, paths }: { port: number; paths: string[] }): void {
  const path = paths[opened++ % paths.length]
  const startedAt = performance.now()
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  let lastAt = 0
  socket.once('data', () => firstByteMs.push(performance.now() - startedAt))
  socket.on('data', (data) => {
    const now = performance.now()
    if (lastAt > 0 && now - lastAt > LATE_MS) latePages += 1
    lastAt = now
    bytes += data.length
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (sockets.delete(socket)) dropped += 1
  })
}
