/**
 * Cost of a visitor who comes while a show is on air, and what the others notice. Run `npm run build` before.
 *
 *   node bench/arrivals.ts [visitors/seconds...]     default: 1000/10 3000/30
 *
 * A phone's first visit of `/` with Play pressed is recorded in Chromium: what it asks, on which connection, and when.
 * Every visitor sends the same, to the byte, with an identity of its own. Meanwhile 1000 listeners, each with the chat
 * open, hear the show, and twenty messages a second are said; what these cost is measured before and after each round,
 * and taken off. Then the visitors come again and ask only one part of the station, so that the share of each part is known.
 * They stay until all have come: of 1000 in 10 s each hears the show and reads the chat for 11 s. First, each call is asked alone beside Fastify that says hello. Late is a page that comes over
 * 500 ms after the one before.
 * Waiting times count on a quiet machine with a core for the station. Environment: ROUNDS (3).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LOW_DELAY_QUERY, STREAM_PATH } from '@carillon/contract/stream/schemas'
import { cpuSeconds, median, quantile } from '@carillon/testkit/process-cost'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { answerMicroseconds } from './lib/asked.ts'
import { type ChatPeer, carillonPeers } from './lib/chat-peers.ts'
import { pin } from './lib/cores.ts'
import { Crowd } from './lib/crowd.ts'
import { Readers } from './lib/readers.ts'
import { type Part, recordVisit } from './lib/recorded-visit.ts'
import { chat } from './lib/say.ts'
import { spread } from './lib/spread.ts'
import { Visits } from './lib/visits.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const LISTENERS = 1_000
const SETTLE_MS = 5_000
/** The recorded visit takes less: what the last visitor asks is in. */
const VISIT_SECONDS = 6
/** A program that has just started takes more, and could not keep up with a crowd: the first ones come slowly. */
const WARMING_SECONDS = 30
const CALLS_EACH = 10_000
const MS = 1_000
const PARTS: readonly Part[] = ['calls', 'files', 'realtime', 'sound']
const ALL = 'whole'

type Measured = {
  cpuMs: number
  waitsMs: number[]
  failures: string[]
  latePages: number
  dropped: number
  unanswered: number
}

const station = await Station.start()
const [websocket] = await carillonPeers(station)
const admin = await station.admin()
const [live] = await admin.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
const source = await ToneSource.start(station, admin, live?.id ?? 0, { bitrate: 96_000 })
const visit = await recordVisit(station.origin)
const hello = fork(join(import.meta.dirname, 'lib/hello-process.ts'))
const [helloPort] = (await once(hello, 'message')) as [number]
const [crowd, readers, visits] = [new Crowd(), new Readers(), new Visits()]
pin(station.pid, 0)
pin(hello.pid ?? 0, 0)
pin(readers.pid, 1)
pin(visits.pid, 1)

const requests = visit.flatMap(({ steps }) => steps.filter(({ isMessage }) => !isMessage))
console.log(`Node ${process.version}; ${ROUNDS} rounds; a visit asks ${requests.length} times`)
await compareCalls(hello)
await crowd.open(websocket.port, `${STREAM_PATH}?${LOW_DELAY_QUERY}`, LISTENERS)
await readers.open(websocket.port, websocket.dialect, LISTENERS)
await delay(SETTLE_MS)
await measure(PARTS, LISTENERS, WARMING_SECONDS)
const asked = process.argv.slice(2)
for (const each of asked.length > 0 ? asked : ['1000/10', '3000/30']) await compare(each)

source.close()
for (const program of [crowd, readers, visits]) program.end()
hello.disconnect()
await station.close()
process.exit()

async function compare(arrivals: string): Promise<void> {
  const [count = 0, seconds = 0] = arrivals.split('/').map(Number)
  const measured = new Map<string, Measured[]>()
  const keep = (name: string, turn: Measured) => measured.set(name, [...(measured.get(name) ?? []), turn])
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await costOf(websocket, seconds + VISIT_SECONDS)
    const ofRound: [string, Measured][] = [[ALL, await measure(PARTS, count, seconds)]]
    for (const part of PARTS) ofRound.push([part, await measure([part], count, seconds)])
    const withoutThem = (before + (await costOf(websocket, seconds + VISIT_SECONDS))) / 2
    for (const [name, each] of ofRound) keep(name, { ...each, cpuMs: each.cpuMs - withoutThem * MS })
  }
  console.log(`\n${count} visitors in ${seconds} s`)
  for (const [name, all] of measured) {
    const cost = spread(
      all.map(({ cpuMs }) => cpuMs / count),
      2,
    )
    console.log(`  ${name.padEnd(10)} ${cost} ms of CPU a visitor`)
  }
  printNoticed(measured.get(ALL) ?? [])
}

function printNoticed(measured: Measured[]): void {
  const sum = (of: (each: Measured) => number) => measured.reduce((total, turn) => total + of(turn), 0)
  const waits = (share: number) =>
    spread(
      measured.map(({ waitsMs }) => quantile(waitsMs, share)),
      0,
    )
  console.log(`  a call waits p50 ${waits(0.5)} ms, p99 ${waits(0.99)} ms`)
  console.log(
    `  ${sum(({ latePages }) => latePages)} pages late, ${sum(({ dropped }) => dropped)} dropped, ` +
      `${sum(({ unanswered }) => unanswered)} without an answer, ${sum(({ failures }) => failures.length)} refused`,
  )
  for (const failure of new Set(measured.flatMap(({ failures }) => failures))) console.log(`    ${failure}`)
}

/** Cost of visitors who ask for these parts, and of all that the station does besides. */
async function measure(parts: readonly Part[], count: number, seconds: number): Promise<Measured> {
  await crowd.report()
  await visits.come({ port: websocket.port, visit, parts: [...parts], count, seconds })
  const cost = await costOf(websocket, seconds + VISIT_SECONDS)
  const [noticed, received] = [await visits.report(), await crowd.report()]
  await visits.leave()
  await delay(SETTLE_MS)
  return {
    ...noticed,
    cpuMs: cost * MS,
    latePages: noticed.latePages + received.latePages,
    dropped: noticed.dropped + received.dropped,
  }
}

async function costOf(peer: ChatPeer, seconds: number): Promise<number> {
  const before = cpuSeconds(peer.pid)
  await chat(peer, seconds)
  return cpuSeconds(peer.pid) - before
}

/** Each call of a visit, kept and asked again and again, beside a hello to the same headers. */
async function compareCalls(hello: ChildProcess): Promise<void> {
  const limit = { pid: hello.pid ?? 0, port: helloPort }
  for (const { path, part, text } of requests) {
    if (part !== 'calls') continue
    const greeting = text.replace(/^GET \S+/, 'GET /')
    await answerMicroseconds(limit, greeting, CALLS_EACH)
    await answerMicroseconds(websocket, text, CALLS_EACH)
    const own: number[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await answerMicroseconds(websocket, text, CALLS_EACH))
      bare.push(await answerMicroseconds(limit, greeting, CALLS_EACH))
    }
    const ratio = (median(own) / median(bare)).toFixed(2)
    console.log(`  ${path.padEnd(40)} ${spread(own, 0)} us, Fastify ${spread(bare, 0)}: ${ratio} of it`)
  }
}
