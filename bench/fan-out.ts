/**
 * Cost of one listener for the server, beside Icecast fed with the same pages in the same run.
 *
 *   node bench/fan-out.ts [listeners...]     default: 1000 4000
 *
 * Turns are interleaved: Carillon in batches, Carillon page by page (`?delay=low`), Icecast, and then the other way
 * round. Memory per listener is what each of the last nine tenths of the largest crowd added, seen before any other
 * turn: a process that has just started gives memory back, and one that had a crowd before uses that memory again.
 * Environment: ROUNDS (3), SECONDS measured in each turn (20).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { LOW_DELAY_QUERY, STREAM_PATH } from '@carillon/contract/stream/schemas'
import {
  cpuSeconds,
  median,
  quantile,
  residentBytes,
  systemSeconds,
  writeCalls,
} from '@carillon/testkit/process-cost'
import { freePort } from '@carillon/testkit/processes'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { Crowd } from './lib/crowd.ts'
import { gather, SETTLE_MS } from './lib/crowd-memory.ts'
import { Icecast } from './lib/icecast.ts'
import { spread } from './lib/spread.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 20)
const MICROSECONDS = 1e6

type Peer = { name: string; pid: number; port: number; path: string }
type Measurement = {
  cpuMicroseconds: number
  /** Share of it that is the kernel's. */
  systemShare: number
  /** Calls of write and writev. */
  writes: number
  firstByteP99Ms: number
  dropped: number
  kbps: number
}

const asked = process.argv.slice(2).map(Number)
const counts = asked.length > 0 ? asked : [1000, 4000]
const station = await Station.start()
const dj = await station.newMember('DJ')
const source = await ToneSource.start(station, dj, await dj.api.goLive(), { bitrate: 96_000 })
const icecast = await Icecast.start(await freePort())
await icecast.relay(`${station.origin}${STREAM_PATH}?${LOW_DELAY_QUERY}`)
const crowd = new Crowd()

const own = { pid: station.pid, port: Number(new URL(station.origin).port) }
const peers: Peer[] = [
  { name: 'carillon, batches', ...own, path: STREAM_PATH },
  { name: 'carillon, each page', ...own, path: `${STREAM_PATH}?${LOW_DELAY_QUERY}` },
  { name: 'icecast', pid: icecast.pid, port: icecast.port, path: STREAM_PATH },
]

console.log(`${Icecast.version()}; Node ${process.version}; ${ROUNDS} rounds of ${SECONDS} s`)
for (const peer of peers) await printMemory(peer, Math.max(...counts))
for (const count of counts) await compare(count)

crowd.end()
await icecast.close()
source.close()
await station.close()

async function printMemory({ name, pid, port, path }: Peer, count: number): Promise<void> {
  const kib = await gather(crowd, { port, path, count }, () => residentBytes(pid))
  await crowd.close()
  await delay(SETTLE_MS)
  console.log(`  ${name.padEnd(20)} ${kib.toFixed(1)} KiB for each of ${count} listeners`)
}

async function compare(count: number): Promise<void> {
  const measurements = new Map<string, Measurement[]>(peers.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const peer of round % 2 === 0 ? peers : peers.toReversed())
      measurements.get(peer.name)?.push(await measure(peer, count))
  const reference = summary(measurements.get('icecast') ?? [])
  console.log(`\n${count} listeners`)
  for (const [name, all] of measurements) print(name, all, reference)
}

async function measure(peer: Peer, count: number): Promise<Measurement> {
  await crowd.open(peer.port, peer.path, count)
  await delay(SETTLE_MS)
  const opening = await crowd.report()
  const cpuBefore = cpuSeconds(peer.pid)
  const systemBefore = systemSeconds(peer.pid)
  const writesBefore = writeCalls(peer.pid)
  const startedAt = performance.now()
  await delay(SECONDS * 1000)
  const cpu = cpuSeconds(peer.pid) - cpuBefore
  const system = systemSeconds(peer.pid) - systemBefore
  const writes = writeCalls(peer.pid) - writesBefore
  const seconds = (performance.now() - startedAt) / 1000
  const { bytes, dropped } = await crowd.report()
  await crowd.close()
  await delay(SETTLE_MS)
  return {
    cpuMicroseconds: (cpu * MICROSECONDS) / seconds / count,
    systemShare: system / cpu,
    writes: writes / seconds / count,
    firstByteP99Ms: quantile(opening.firstByteMs, 0.99),
    dropped,
    kbps: (bytes * 8) / 1000 / seconds / count,
  }
}

function summary(measurements: Measurement[]): Measurement {
  return {
    cpuMicroseconds: median(measurements.map((measurement) => measurement.cpuMicroseconds)),
    systemShare: median(measurements.map((measurement) => measurement.systemShare)),
    writes: median(measurements.map((measurement) => measurement.writes)),
    firstByteP99Ms: median(measurements.map((measurement) => measurement.firstByteP99Ms)),
    dropped: measurements.reduce((sum, measurement) => sum + measurement.dropped, 0),
    kbps: median(measurements.map((measurement) => measurement.kbps)),
  }
}

function print(name: string, all: Measurement[], reference: Measurement): void {
  const measurement = summary(all)
  const ratio = (measurement.cpuMicroseconds / reference.cpuMicroseconds).toFixed(2)
  const microseconds = all.map(({ cpuMicroseconds }) => cpuMicroseconds)
  const cost = `${spread(microseconds, 1)} us per listener and second (${ratio} of Icecast)`
  const parts = `${Math.round(measurement.systemShare * 100)} % in the kernel, ${measurement.writes.toFixed(2)} writes`
  const rest = `first byte p99 ${measurement.firstByteP99Ms.toFixed(0)} ms`
  console.log(
    `  ${name.padEnd(20)} ${cost}, ${parts}, ${rest}, ${measurement.kbps.toFixed(0)} kbps, ${measurement.dropped} dropped`,
  )
}
