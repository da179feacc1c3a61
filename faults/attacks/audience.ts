/**
 * People of an evening, none of whom means any harm: they listen, come and go, load the page and write in the chat.
 *
 *   node attacks/audience.ts <port> <listeners> <broadcast id> <tokens of those who write, with commas>
 *
 * Every third listener asks for the low delay; every fifth stays for 5 to 64 s and is followed by another. Each has an
 * address of their own on loopback. What comes is counted and not read. Says every 10 s how it went (AudienceReport).
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { AudienceReport } from '../lib/audience-report.ts'
import { addressOf, HOST } from '../lib/loopback.ts'

const [port = '', listeners = '', broadcastId = '', tokens = ''] = process.argv.slice(2)
const PEOPLE = 2
const COME_PER_SECOND = 50
const REPORT_EVERY_MS = 10_000
const VISIT_EVERY_MS = 1_000
const WRITE_EVERY_MS = 2_000
const COME_BACK_MS = 500
/** Then a person has given up. */
const ANSWER_LIMIT_MS = 10_000
const CHURN = { every: 5, shortestMs: 5_000, stepMs: 1_000, steps: 60 }
const LOW_DELAY_EVERY = 3
/** One socket of the chat and one of the player for every this many listeners. */
const LISTENERS_PER_SOCKET = 5
const CALLS = [
  '/api/stream/config',
  '/api/stream/status',
  '/api/broadcasts/live',
  '/api/broadcasts/upcoming',
  '/api/announcements',
  `/api/chats/${broadcastId}`,
  `/api/polls/broadcast/${broadcastId}/active`,
]

const sockets = new Set<Socket>()
const callUs = createHistogram()
const allCallsUs = createHistogram()
let report = emptyReport()

for (let number = 0; number < Number(listeners); number += 1)
  setTimeout(listen, (number * 1_000) / COME_PER_SECOND, number)
for (let number = 0; number < Number(listeners) / LISTENERS_PER_SOCKET; number += 1) holdSocket(number)
for (const [number, token] of tokens.split(',').filter(Boolean).entries()) void writeOn(token, number)
void visitOn()
// Who started it has ended, or failed before it could end this.
process.stdin.on('end', () => process.exit()).resume()
setInterval(() => {
  const calls = { callMs: millisecondsIn(callUs), allCallMs: millisecondsIn(allCallsUs) }
  console.log(JSON.stringify({ ...report, ...calls, listeners: sockets.size }))
  callUs.reset()
  report = emptyReport()
}, REPORT_EVERY_MS)

function emptyReport(): Omit<AudienceReport, 'callMs' | 'allCallMs'> {
  return { listeners: 0, breaks: 0, longestWaitMs: 0, socketBreaks: 0, written: 0, calls: 0, failures: {} }
}

function millisecondsIn(microseconds: RecordableHistogram): AudienceReport['callMs'] {
  if (microseconds.count === 0) return { p99: 0, most: 0 }
  return { p99: microseconds.percentile(99) / 1_000, most: microseconds.max / 1_000 }
}

/** Someone who stays comes back when the connection ends; someone who leaves makes room for the next. */
function listen(number: number): void {
  const socket = connect({ host: HOST, port: Number(port), localAddress: addressOf(PEOPLE, number) })
  const path = number % LOW_DELAY_EVERY === 0 ? '/live.ogg?delay=low' : '/live.ogg'
  let cameAtMs = performance.now()
  let isLeaving = false
  sockets.add(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
  socket.on('data', () => {
    const now = performance.now()
    report.longestWaitMs = Math.max(report.longestWaitMs, now - cameAtMs)
    cameAtMs = now
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    sockets.delete(socket)
    if (!isLeaving) report.breaks += 1
    setTimeout(listen, COME_BACK_MS, number)
  })
  if (number % CHURN.every !== 0) return
  const staysMs = CHURN.shortestMs + ((number * 7) % CHURN.steps) * CHURN.stepMs
  setTimeout(() => {
    isLeaving = true
    socket.destroy()
  }, staysMs)
}

/** Of a page that is open: the chat over STOMP, or the player's own, by turns. */
function holdSocket(number: number): void {
  const isPlayer = number % 2 === 0
  const url = `ws://${HOST}:${port}${isPlayer ? '/ws/listener' : '/ws-radio/websocket'}`
  const socket = new WebSocket(url, { localAddress: addressOf(PEOPLE, number) })
  socket.on('error', () => {})
  socket.on('close', () => {
    report.socketBreaks += 1
    setTimeout(holdSocket, COME_BACK_MS, number)
  })
  socket.on('open', () => {
    if (isPlayer)
      return socket.send(JSON.stringify({ type: 'START_LISTENING', broadcastId: Number(broadcastId) }))
    socket.send('CONNECT\naccept-version:1.2\nhost:x\n\n\0')
    socket.send(`SUBSCRIBE\nid:0\ndestination:/topic/broadcast/${broadcastId}/chat\n\n\0`)
  })
}

/** Loads the page and what it asks for, once a second, each time as somebody else. */
async function visitOn(): Promise<void> {
  for (let visit = 0; ; visit += 1) {
    void load(visit)
    await delay(VISIT_EVERY_MS)
  }
}

async function load(visit: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress: addressOf(PEOPLE, visit) })
  const page = await ask('GET', '/', agent)
  const program = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  const asked = [...(program ? [program] : []), ...CALLS].map((path) => ask('GET', path, agent))
  await Promise.all(asked)
  agent.destroy()
}

async function writeOn(token: string, number: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress: addressOf(PEOPLE, number) })
  for (let said = 0; ; said += 1) {
    const content = JSON.stringify({ content: `Person ${number} says sentence ${said} to all who listen` })
    if (await ask('POST', `/api/chats/${broadcastId}`, agent, { token, content })) report.written += 1
    await delay(WRITE_EVERY_MS)
  }
}

/** Answer of the call; empty when it failed, which is counted. */
async function ask(
  method: string,
  path: string,
  agent: Agent,
  { token, content }: { token?: string; content?: string } = {},
): Promise<string> {
  const askedAtMs = performance.now()
  // The page itself is read, to find its program.
  const encoding = path === '/' ? {} : { 'accept-encoding': 'br' }
  const headers = {
    ...encoding,
    ...(token && { authorization: `Bearer ${token}`, 'content-type': 'application/json' }),
  }
  try {
    const options = {
      host: HOST,
      port,
      path,
      method,
      agent,
      headers,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request(options, resolve).once('error', reject).end(content)
    const reply = await promise
    const answer = await text(reply)
    if ((reply.statusCode ?? 0) < 400) return answer
    fail(`${reply.statusCode} ${path}`)
  } catch (error) {
    fail(error instanceof Error ? `${'code' in error ? error.code : error.name} ${path}` : path)
  } finally {
    report.calls += 1
    const tookUs = Math.max(1, Math.round((performance.now() - askedAtMs) * 1_000))
    callUs.record(tookUs)
    allCallsUs.record(tookUs)
  }
  return ''
}

function fail(how: string): void {
  report.failures[how] = (report.failures[how] ?? 0) + 1
}
