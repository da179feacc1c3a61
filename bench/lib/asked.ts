import { cpuSeconds } from '@carillon/testkit/process-cost'
import { KeptConnection } from './kept-connection.ts'

const CONNECTIONS = 8
const MICROSECONDS = 1e6
/** Pages add the time to what they ask. */
const TIME = /\b_ts=\d+/

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
  const connection = new KeptConnection(port)
  for (let left = times; left > 0; left -= 1) await connection.ask(request.replace(TIME, `_ts=${Date.now()}`))
  connection.close()
}
