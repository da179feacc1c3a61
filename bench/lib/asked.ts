import { once } from 'node:events'
import { connect } from 'node:net'
import { cpuSeconds } from '@carillon/testkit/process-cost'

const CONNECTIONS = 8
const MICROSECONDS = 1e6
/** Pages add the time to what they ask. */
const TIME = /\b_ts=\d+/
const HEAD_END = '\r\n\r\n'

/** Microseconds of CPU for each time that this process answers a request, asked for so often on a few connections. */
export async function answerMicroseconds(
  place: { pid: number; port: number },
  request: string,
  times: number,
): Promise<number> {
  const before = cpuSeconds(place.pid)
  const each = Math.ceil(times / CONNECTIONS)
  await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(place.port, request, each)))
  return ((cpuSeconds(place.pid) - before) * MICROSECONDS) / (each * CONNECTIONS)
}

async function ask(port: number, request: string, times: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  let left = times
  let reply: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    reply = reply.length === 0 ? bytes : Buffer.concat([reply, bytes])
    const headEnd = reply.indexOf(HEAD_END)
    if (headEnd === -1) return
    const head = reply.toString('latin1', 0, headEnd)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
    if (reply.length < headEnd + HEAD_END.length + length) return
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(head)
    reply = Buffer.alloc(0)
    left -= 1
    if (left > 0) socket.write(request.replace(TIME, `_ts=${Date.now()}`), 'latin1')
    else socket.destroy()
  })
  socket.write(request, 'latin1')
  await once(socket, 'close')
}
