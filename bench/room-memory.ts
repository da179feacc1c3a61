/**
 * Memory of one connection to the chat, beside RabbitMQ's Web-STOMP and a bare broadcast with `ws`.
 *
 *   node bench/room-memory.ts [subscribers]     default: 1000
 *
 * "Grown" is the difference in resident memory of two servers, both begun afresh: one carries a chat with all its
 * subscribers, the other the same chat with none, so that what the calls take is in neither figure. It includes the
 * room that V8 gives to young objects once there is traffic, which is the same whatever the number of connections.
 * "Held" is what is left of it, heap and buffers, when all garbage is collected. Carillon keeps its data in PostgreSQL
 * here: the embedded one takes hundreds of MiB of the process, now more and now less.
 * Environment: ROUNDS (3), SECONDS of chat (10), PEERS (all) to choose by a word of their names.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import { median, residentBytes } from '@carillon/testkit/process-cost'
import { Station } from '@carillon/testkit/station'
import { barePeer, type ChatPeer, carillonPeers, rabbitPeer } from './lib/chat-peers.ts'
import { HeldMemory } from './lib/held-memory.ts'
import { RabbitMq } from './lib/rabbitmq.ts'
import { Readers } from './lib/readers.ts'
import { allTaken, chat } from './lib/say.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 10)
const CHOSEN = process.env.PEERS ?? ''
const SETTLE_MS = 2_000
const KIB = 1024

/** Bytes of a server: with everybody subscribed, after the chat, and of that what it holds, where it tells. */
type Sizes = { idle: number; used: number; held: number }
type Begun = { peer: ChatPeer; held(): Promise<number>; end(): Promise<void> }

const count = Number(process.argv[2] ?? 1000)
const servers: [name: string, begin: () => Promise<Begun>][] = [
  ['carillon, websocket', () => beginCarillon(0)],
  ['carillon, SockJS', () => beginCarillon(1)],
  ['bare ws', beginBare],
  ['RabbitMQ Web-STOMP', beginRabbit],
]

console.log(`${count} subscribers; Node ${process.version}; ${ROUNDS} rounds of ${SECONDS} s`)
for (const [name, begin] of servers) if (name.includes(CHOSEN)) await compare(name, begin)
process.exit()

async function compare(name: string, begin: () => Promise<Begun>): Promise<void> {
  const rounds: Sizes[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await sizes(begin, 0)
    const full = await sizes(begin, count)
    const { idle, used, held } = alone
    rounds.push({ idle: full.idle - idle, used: full.used - used, held: full.held - held })
  }
  const kib = (what: keyof Sizes) =>
    (median(rounds.map((round) => round[what])) / KIB / count).toFixed(1).padStart(6)
  console.log(
    `  ${name.padEnd(20)} KiB a connection: ${kib('held')} held, ${kib('idle')} grown, ${kib('used')} after the chat`,
  )
}

async function sizes(begin: () => Promise<Begun>, subscribers: number): Promise<Sizes> {
  const { peer, held, end } = await begin()
  const readers = new Readers()
  await readers.open(peer.port, peer.dialect, subscribers)
  await delay(SETTLE_MS)
  const idle = residentBytes(peer.pid)
  const said = await chat(peer, SECONDS)
  await allTaken(readers, subscribers, said)
  const sizes = { idle, used: residentBytes(peer.pid), held: await held() }
  await readers.close()
  readers.end()
  await end()
  return sizes
}

async function beginCarillon(which: 0 | 1): Promise<Begun> {
  const programs = findPostgresFolder()
  if (!programs) throw new Error('This needs PostgreSQL')
  const database = await startPostgres(programs)
  const memory = new HeldMemory()
  const station = await Station.start({ DATABASE_URL: database.url, ...memory.environment })
  const end = async () => {
    await station.close()
    await database.stop()
    memory.close()
  }
  return { peer: (await carillonPeers(station))[which], held: () => memory.bytes(station.pid), end }
}

async function beginBare(): Promise<Begun> {
  const { peer, child } = await barePeer()
  return { peer, held: unknown, end: async () => void child.disconnect() }
}

async function beginRabbit(): Promise<Begun> {
  const rabbit = await RabbitMq.start()
  return { peer: await rabbitPeer(rabbit), held: unknown, end: () => rabbit.close() }
}

async function unknown(): Promise<number> {
  return Number.NaN
}
