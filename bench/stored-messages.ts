/**
 * Cost of storing a chat message, and the rate that is possible, on the embedded database and on PostgreSQL.
 *
 *   node bench/stored-messages.ts [subscribers]     default: 1000, for the rush
 *
 * A calm chat has twenty messages a second, of moderators and then of listeners, who wait for a timeout and a pace to
 * be looked up as well; nobody reads it. What the show costs without them is taken off. In the rush each of 80 moderators
 * writes again as soon as the last was stored. The station has one core, the load program, what reads and PostgreSQL another.
 * Environment: ROUNDS (3), SECONDS in each measurement (10), ENGINES (embedded,postgres), OTHER: the main program of another
 * checkout to compare with, from this repository's folder.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import { cpuSeconds, quantile } from '@carillon/testkit/process-cost'
import { type Member, type Role, Station } from '@carillon/testkit/station'
import { pin } from './lib/cores.ts'
import { stomp } from './lib/dialects.ts'
import { KeptConnection } from './lib/kept-connection.ts'
import { Readers } from './lib/readers.ts'
import { spread } from './lib/spread.ts'
import { stamped } from './lib/stamp.ts'

const SUBSCRIBERS = Number(process.argv[2] ?? 1_000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 10)
const ENGINES = (process.env.ENGINES ?? 'embedded,postgres').split(',')
const PER_SECOND = 20
/** Nobody may write more than ten messages in ten seconds, and staff 1,500 in a minute. */
const PEOPLE = 80
const MESSAGE_LENGTH = 200
const SETTLE_MS = 2_000

/** Somebody who writes, and the connection of their browser. */
type Writer = { member: Member; connection: KeptConnection }
type Place = {
  name: string
  station: Station
  showId: number
  people: Record<'MODERATOR' | 'LISTENER', Writer[]>
}
type Measured = { staffMs: number; listenerMs: number; perSecond: number; p99Ms: number; busyShare: number }

const readers = new Readers()
pin(readers.pid, 1)
pin(process.pid, 1)
for (const engine of ENGINES) await compare(engine)
readers.end()
process.exit()

async function compare(engine: string): Promise<void> {
  const places: { place: Place; measured: Measured[]; close(): Promise<void> }[] = []
  for (const [name, program] of programs())
    places.push({ ...(await open(engine, name, program)), measured: [] })
  for (const { place } of places) await steady(place, 'LISTENER', 2)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { place, measured } of places) measured.push(await measure(place))
  for (const { place, measured, close } of places) {
    const figure = (key: keyof Measured, digits: number) =>
      spread(
        measured.map((measurement) => measurement[key]),
        digits,
      )
    console.log(
      `${engine}, ${place.name}: a moderator's message ${figure('staffMs', 2)} ms of CPU, a listener's ` +
        `${figure('listenerMs', 2)}; rush with ${SUBSCRIBERS} subscribers: ${figure('perSecond', 0)} a second, ` +
        `p99 ${figure('p99Ms', 0)} ms, ${figure('busyShare', 2)} of a core`,
    )
    await close()
  }
}

function programs(): [name: string, program: string][] {
  const here: [string, string] = ['here', 'server/src/main.ts']
  return process.env.OTHER ? [['other', process.env.OTHER], here] : [here]
}

/** A station on air with people who may write. */
async function open(engine: string, name: string, program: string) {
  const postgres = engine === 'postgres' ? await startPostgres(findPostgresFolder() ?? '') : null
  if (postgres) pin(postgres.pid, 1)
  const station = await Station.start(postgres ? { DATABASE_URL: postgres.url } : {}, { program })
  const dj = await station.newMember('DJ')
  const showId = await dj.api.goLive()
  const people = {
    MODERATOR: await writers(station, 'MODERATOR'),
    LISTENER: await writers(station, 'LISTENER'),
  }
  pin(station.pid, 0)
  const close = async () => {
    await station.close()
    await postgres?.stop()
  }
  return { place: { name, station, showId, people }, close }
}

async function writers(station: Station, role: Role): Promise<Writer[]> {
  const port = Number(new URL(station.origin).port)
  const found: Writer[] = []
  while (found.length < PEOPLE)
    found.push({ member: await station.newMember(role), connection: new KeptConnection(port) })
  return found
}

async function measure(place: Place): Promise<Measured> {
  const restMs = (await atRest(place)) / PER_SECOND
  const staffMs = (await steady(place, 'MODERATOR', SECONDS)) - restMs
  const listenerMs = (await steady(place, 'LISTENER', SECONDS)) - restMs
  return { staffMs, listenerMs, ...(await rush(place)) }
}

/** Milliseconds of CPU a second of a show in which nobody writes. */
async function atRest({ station }: Place): Promise<number> {
  await delay(SETTLE_MS)
  const before = cpuSeconds(station.pid)
  await delay(SECONDS * 1_000)
  return ((cpuSeconds(station.pid) - before) * 1_000) / SECONDS
}

/** Milliseconds of CPU for each message at a calm pace, with its part of the show's. */
async function steady(place: Place, role: 'MODERATOR' | 'LISTENER', seconds: number): Promise<number> {
  await delay(SETTLE_MS)
  const before = cpuSeconds(place.station.pid)
  const startedAt = performance.now()
  const total = seconds * PER_SECOND
  const saying: Promise<number>[] = []
  for (let number = 0; number < total; number += 1) {
    await delay(Math.max(0, startedAt + (number * 1000) / PER_SECOND - performance.now()))
    saying.push(say(place, place.people[role][number % PEOPLE]))
  }
  await Promise.all(saying)
  return ((cpuSeconds(place.station.pid) - before) * 1_000) / total
}

async function rush(place: Place): Promise<Pick<Measured, 'perSecond' | 'p99Ms' | 'busyShare'>> {
  const destination = `/topic/broadcast/${place.showId}/chat`
  const port = Number(new URL(place.station.origin).port)
  // Reading each message would fill the other core, and the station would wait for it.
  await readers.open(port, stomp('/ws-radio/websocket', destination), SUBSCRIBERS, { isDrained: true })
  await delay(SETTLE_MS)
  const waitsMs: number[] = []
  const before = cpuSeconds(place.station.pid)
  const startedAt = performance.now()
  const endsAt = startedAt + SECONDS * 1_000
  await Promise.all(
    place.people.MODERATOR.map(async (person) => {
      while (performance.now() < endsAt) waitsMs.push(await say(place, person))
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const busyShare = (cpuSeconds(place.station.pid) - before) / seconds
  await delay(SETTLE_MS)
  const { bytes, closed } = await readers.report(0, 0)
  if (bytes.length > 1 || bytes[0] === 0 || closed > 0) throw new Error('Not every subscriber had all')
  await readers.close()
  return { perSecond: waitsMs.length / seconds, p99Ms: quantile(waitsMs, 0.99), busyShare }
}

/** Says something; gives after how many milliseconds it was stored. */
async function say({ showId }: Place, writer: Writer | undefined): Promise<number> {
  if (!writer) throw new Error('nobody writes')
  const body = JSON.stringify({ content: stamped(0, MESSAGE_LENGTH) })
  const startedAt = performance.now()
  await writer.connection.ask(
    `POST /api/chats/${showId} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${writer.member.api.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return performance.now() - startedAt
}
