/**
 * Cost of one delivery of a chat message, beside RabbitMQ's Web-STOMP and a bare broadcast with `ws`, read by the
 * same load program in the same run.
 *
 *   node bench/room.ts [subscribers...]     default: 200 1000 3000
 *
 * Turns are interleaved. Carillon's messages come by the real call, which costs HTTP and a database. A delivery alone is
 * what the process takes beside the thread of its embedded database, less what the calls take with nobody subscribed.
 * Carillon and the bare broadcast have one core, the load program another; RabbitMQ has all.
 * Environment: ROUNDS (3), SECONDS of chat in each turn (10), PEERS (all) to choose by a word of their names.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds, cpuSecondsBesideWorkers, median, quantile } from '@carillon/testkit/process-cost'
import { Station } from '@carillon/testkit/station'
import { barePeer, type ChatPeer, carillonPeers, rabbitPeer } from './lib/chat-peers.ts'
import { pin } from './lib/cores.ts'
import { RabbitMq } from './lib/rabbitmq.ts'
import { Readers } from './lib/readers.ts'
import { allTaken, chat, PER_SECOND } from './lib/say.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 10)
const CHOSEN = process.env.PEERS ?? ''
const SETTLE_MS = 2_000
const MICROSECONDS = 1e6
const BARE = 'bare ws'
const RABBIT = 'RabbitMQ Web-STOMP'

type Measurement = {
  /** Of each delivery, what saying it cost included. */
  wholeMicroseconds: number
  /** Of all that was done beside the database. */
  cpuSeconds: number
  deliveries: number
  latencyP50Ms: number
  latencyP99Ms: number
  /** Subscribers that did not get every message exactly once. */
  broken: number
  busyShare: number
}

const counts = process.argv.slice(2).map(Number)
const station = await Station.start()
const rabbit = await RabbitMq.start()
const { peer: limit, child } = await barePeer()
const peers = [...(await carillonPeers(station)), limit, await rabbitPeer(rabbit)].filter(({ name }) =>
  name.includes(CHOSEN),
)
const readers = new Readers()
pin(station.pid, 0)
pin(child.pid ?? 0, 0)
pin(readers.pid, 1)

console.log(`${RabbitMq.version()}; Node ${process.version}; ${ROUNDS} rounds of ${SECONDS} s`)
for (const peer of peers) await measure(peer, 50, 2)
for (const count of counts.length > 0 ? counts : [200, 1000, 3000]) await compare(count)

readers.end()
child.disconnect()
await rabbit.close()
await station.close()
process.exit()

async function compare(count: number): Promise<void> {
  const measurements = new Map<string, Measurement[]>(peers.map(({ name }) => [name, []]))
  const callsAlone: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const peer of peers) {
      if (peer === peers[0]) callsAlone.push((await measure(peer, 0, SECONDS)).cpuSeconds)
      measurements.get(peer.name)?.push(await measure(peer, count, SECONDS))
    }
  const calls = median(callsAlone)
  const callMicroseconds = ((calls * MICROSECONDS) / (SECONDS * PER_SECOND)).toFixed(0)
  console.log(`\n${count} subscribers; a call alone costs ${callMicroseconds} us beside its database`)
  const costs = new Map(
    [...measurements].map(([name, all]) => [name, deliveryMicroseconds(name, all, calls)]),
  )
  for (const [name, all] of measurements) print(name, all, costs)
}

/** Median cost of a delivery alone. `callsSeconds` is what the calls of a turn cost a station. */
function deliveryMicroseconds(name: string, measurements: Measurement[], callsSeconds: number): number {
  const calls = name.startsWith('carillon') ? callsSeconds : 0
  return median(
    measurements.map(
      (measurement) => ((measurement.cpuSeconds - calls) * MICROSECONDS) / measurement.deliveries,
    ),
  )
}

async function measure(peer: ChatPeer, count: number, seconds: number): Promise<Measurement> {
  await readers.open(peer.port, peer.dialect, count)
  await delay(SETTLE_MS)
  const before = { all: cpuSeconds(peer.pid), own: cpuSecondsBesideWorkers(peer.pid) }
  const startedAt = performance.now()
  const said = await chat(peer, seconds)
  const report = await allTaken(readers, count, said)
  const spent = cpuSeconds(peer.pid) - before.all
  const own = cpuSecondsBesideWorkers(peer.pid) - before.own
  const busyShare = spent / ((performance.now() - startedAt) / 1000)
  await readers.close()
  await delay(SETTLE_MS)
  return {
    wholeMicroseconds: (spent * MICROSECONDS) / report.deliveries,
    cpuSeconds: own,
    deliveries: report.deliveries,
    latencyP50Ms: median(report.agesMs),
    latencyP99Ms: quantile(report.agesMs, 0.99),
    broken: count - report.whole,
    busyShare,
  }
}

function print(name: string, measurements: Measurement[], costs: Map<string, number>): void {
  const own = costs.get(name) ?? Number.NaN
  const ratio = (other: string) => (own / (costs.get(other) ?? Number.NaN)).toFixed(2)
  const whole = median(measurements.map((measurement) => measurement.wholeMicroseconds)).toFixed(1)
  const deliveries = measurements.reduce((sum, measurement) => sum + measurement.deliveries, 0)
  const broken = measurements.reduce((sum, measurement) => sum + measurement.broken, 0)
  const p50 = median(measurements.map((measurement) => measurement.latencyP50Ms)).toFixed(0)
  const p99 = median(measurements.map((measurement) => measurement.latencyP99Ms)).toFixed(0)
  const busy = (100 * Math.max(...measurements.map((measurement) => measurement.busyShare))).toFixed(0)
  console.log(
    `  ${name.padEnd(20)} ${own.toFixed(1)} us a delivery, ${whole} with the calls ` +
      `(${ratio(RABBIT)} of RabbitMQ, ${ratio(BARE)} of bare), p50 ${p50} ms, p99 ${p99} ms, ` +
      `${busy} % of a core, ${deliveries} delivered, ${broken} subscribers with losses`,
  )
}
