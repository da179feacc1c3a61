/**
 * Limits of a station on the embedded database: for each size how long it takes to start, also after `kill -9`,
 * how long a dump takes and a call waits meanwhile, and what memory that needs.
 *
 *   node bench/embedded-size.ts       environment: MESSAGES (10000,250000,1000000,2500000)
 *
 * While it is dumped somebody asks who they are and somebody writes in the chat, each as often as they are answered.
 */
import { rmSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { databaseBytes, makeLargeStation } from '@carillon/testkit/large-station'
import { residentBytes } from '@carillon/testkit/process-cost'
import { type Member, Station } from '@carillon/testkit/station'
import { requestDump } from '../server/src/db/dump-requests.ts'

const SIZES = (process.env.MESSAGES ?? '10000,250000,1000000,2500000').split(',').map(Number)
const DUMP_LIMIT_MS = 10 * 60_000
const LOOK_EVERY_MS = 20
const MEGA = 1e6
/** The database and its clients have got up. */
const QUIET_MS = 2_000

console.log(
  '| messages | database, MB | start | start after kill -9 | dump | dump, MB | longest call | memory before / most, MB |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const messages of SIZES) console.log(`| ${(await measure(messages)).join(' | ')} |`)

async function measure(messages: number): Promise<(number | string)[]> {
  const place = await makeLargeStation({ messages, shows: 2_000, people: 50_000 })
  const bytes = databaseBytes(place.dataDir)
  const startedAt = performance.now()
  const station = await Station.start({ DATA_DIR: place.dataDir })
  const startMs = performance.now() - startedAt
  const dumped = await measureDump(station, place.dataDir)
  await station.killServer()
  const killedAt = performance.now()
  await station.startServer()
  const againMs = performance.now() - killedAt
  await station.close()
  await place.remove()
  return [messages, megabytes(bytes), seconds(startMs), seconds(againMs), ...dumped]
}

async function measureDump(station: Station, dataDir: string): Promise<string[]> {
  const admin = await station.admin()
  const dj = await station.newMember('DJ')
  const broadcastId = await dj.api.goLive()
  await delay(QUIET_MS)
  const over = new AbortController()
  const content = 'Magandang gabi, Harana Hour!'
  const callers = [
    repeat(over.signal, () => admin.api.data('GET', '/api/auth/me')),
    repeat(over.signal, () => say(admin, broadcastId, content)),
  ]
  const before = residentBytes(station.pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(station.pid))
  }, LOOK_EVERY_MS)
  const startedAt = performance.now()
  const path = await requestDump(dataDir, DUMP_LIMIT_MS)
  const tookMs = performance.now() - startedAt
  clearInterval(timer)
  over.abort()
  const longestMs = Math.max(...(await Promise.all(callers)))
  const dumpBytes = statSync(path).size
  rmSync(path)
  return [
    seconds(tookMs),
    megabytes(dumpBytes),
    `${longestMs.toFixed(0)} ms`,
    `${megabytes(before)} / ${megabytes(most)}`,
  ]
}

function say(member: Member, broadcastId: number, content: string): Promise<unknown> {
  return member.api.data('POST', `/api/chats/${broadcastId}`, { content })
}

/** Gives how long the longest of the calls took, in milliseconds. */
async function repeat(signal: AbortSignal, call: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    await call()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    await delay(LOOK_EVERY_MS)
  }
  return longestMs
}

function megabytes(bytes: number): string {
  return (bytes / MEGA).toFixed(0)
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
