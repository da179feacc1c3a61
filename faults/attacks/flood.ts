/**
 * Requests that are made whether or not the last was answered; what comes is read and thrown away.
 *
 *   node attacks/flood.ts <origin> <a second> <path ...>
 *
 * Says {"answered":n,"failed":n,"bytes":n} when its input ends.
 */
import { Agent, get, type IncomingMessage } from 'node:http'

const [origin = '', perSecond = '', ...paths] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
let asked = 0
let answered = 0
let failed = 0
let bytes = 0

const asking = setInterval(ask, 1_000 / Number(perSecond))
process.stdin.on('data', end).on('end', () => process.exit())

function ask(): void {
  const path = paths[asked % paths.length] ?? '/'
  asked += 1
  get(origin + path, { agent }, take).on('error', fail)
}

function take(reply: IncomingMessage): void {
  reply.on('data', (part: Buffer) => {
    bytes += part.length
  })
  reply.on('error', fail).on('end', () => {
    if (reply.statusCode !== 200) return fail()
    answered += 1
  })
}

function fail(): void {
  failed += 1
}

/** Replies under way are no failures. */
function end(): void {
  clearInterval(asking)
  console.log(JSON.stringify({ answered, failed, bytes }))
}
