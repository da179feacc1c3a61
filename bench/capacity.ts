/**
 * Cost of each part of a station on this machine, and the listeners that it carries.
 *
 *   node bench/capacity.ts [--write]       --write: into docs/CAPACITY.md
 *
 * Environment: SECONDS measured in each turn (20), CROWD (4000) listeners or pages in a turn. Players of
 * HLS are 5000, behind one cache and behind 64.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LOW_DELAY_QUERY, MEDIUM_DELAY_QUERY, MP3_PATH, STREAM_PATH } from '@carillon/contract/stream/schemas'
import { cpuSeconds, cpuSecondsBesideWorkers, residentBytes } from '@carillon/testkit/process-cost'
import { freePort } from '@carillon/testkit/processes'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import type { Costs } from './lib/capacity.ts'
import { capacityPage } from './lib/capacity-page.ts'
import { carillonPeers } from './lib/chat-peers.ts'
import { Crowd } from './lib/crowd.ts'
import { type MeasuredCaches, measureCaches } from './lib/hls-caches.ts'
import { HlsCrowd } from './lib/hls-crowd.ts'
import { Icecast } from './lib/icecast.ts'
import { Readers } from './lib/readers.ts'
import { allTaken, chat } from './lib/say.ts'

const SECONDS = Number(process.env.SECONDS ?? 20)
const CROWD = Number(process.env.CROWD ?? 4_000)
const SETTLE_MS = 5_000
/** A process that has just started gives memory back: a tenth of the crowd is there before it is measured. */
const FIRST_SHARE = 0.1
/** Anyone who gets less does not hear the show: its cost would not be a listener's. */
const LEAST_BITS_PER_SECOND = 64_000
/** Listeners who went back are at so many places; newer sound comes from memory. */
const PLACES = 500
const IN_MEMORY_SECONDS = 31
/** Players of HLS, and the caches that they are behind, all of them in each turn. */
const PLAYERS = 5_000
const CACHES = [1, 64]
const PAGE = join(import.meta.dirname, '../docs/CAPACITY.md')

type Place = { pid: number; port: number; path: string | readonly string[] }
/** Of each listener; `cores` is what its crowd added to what the process took right before. */
type Cost = { cores: number; bitsPerSecond: number; bytesEach: number }

const station = await Station.start()
const [websocket] = await carillonPeers(station)
const { pid, port } = websocket
const admin = await station.admin()
const [live] = await admin.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
const source = await ToneSource.start(station, admin, live?.id ?? 0, { bitrate: 96_000 })
const begunMs = performance.now()
const icecast = await Icecast.start(await freePort())
await icecast.relay(`${station.origin}${STREAM_PATH}?${LOW_DELAY_QUERY}`)
const crowd = new Crowd()
const readers = new Readers()

const onAir = await coresOf(pid)
const batches = await listeners({ pid, port, path: STREAM_PATH })
const near = await listeners({ pid, port, path: `${STREAM_PATH}?${LOW_DELAY_QUERY}` })
const plain = await listeners({ pid, port, path: `${STREAM_PATH}?${MEDIUM_DELAY_QUERY}` })
const outside = await listeners({ pid: icecast.pid, port: icecast.port, path: STREAM_PATH })
const mp3 = await mp3Listeners()
const past = await listeners({ pid, port, path: placesInThePast() }, PLACES)
const caches = await behindCaches()
const room = await roomCosts()
source.close()

const costs: Costs = {
  onAir,
  batchListener: batches.cores,
  nearListener: near.cores,
  plainListener: plain.cores,
  mp3Listener: mp3.cores,
  mp3Encoder: mp3.encoderCores,
  ...room,
  icecastListener: outside.cores,
  rewinder: past.cores,
  cache: Math.max(...caches.map((row) => (row.cores - row.coresAtRest) / row.caches)),
  listenerBytes: batches.bytesEach,
  icecastListenerBytes: outside.bytesEach,
  listenerBitsPerSecond: batches.bitsPerSecond,
}
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() || 'of no name'}), Node ${process.version}, ${Icecast.version()}`
const page = capacityPage(costs, caches, CROWD, machine)
console.log(page)
if (process.argv.includes('--write')) writeFileSync(PAGE, page)

crowd.end()
readers.end()
await icecast.close()
await station.close()
process.exit()

/** Shares of a core that a process takes. */
async function coresOf(process: number): Promise<number> {
  const before = cpuSeconds(process)
  const startedAt = performance.now()
  await delay(SECONDS * 1_000)
  return (cpuSeconds(process) - before) / ((performance.now() - startedAt) / 1_000)
}

/** Cost that each of this many adds: a warm program takes less than a young one, so both are of the same minute. */
function each(cores: number, without: number, count: number): number {
  return Math.max(0, cores - without) / count
}

/** A tenth of the crowd, and then all of it. */
async function listeners(place: Place, count = CROWD): Promise<Cost> {
  const first = Math.round(count * FIRST_SHARE)
  await crowd.open(place.port, place.path, first)
  await delay(SETTLE_MS)
  const bytesBefore = residentBytes(place.pid)
  const coresBefore = await coresOf(place.pid)
  await crowd.open(place.port, place.path, count)
  await delay(SETTLE_MS)
  const bytesEach = (residentBytes(place.pid) - bytesBefore) / (count - first)
  await crowd.report()
  const cores = each(await coresOf(place.pid), coresBefore, count - first)
  const { bytes, connected, dropped } = await crowd.report()
  const bitsPerSecond = (bytes * 8) / SECONDS / count
  if (dropped > 0 || connected < count || bitsPerSecond < LEAST_BITS_PER_SECOND)
    throw new Error(
      `${[place.path].flat()[0]}: ${connected} listeners, ${dropped} dropped, ${bitsPerSecond} bit/s each`,
    )
  await crowd.close()
  await delay(SETTLE_MS)
  return { cores, bitsPerSecond, bytesEach }
}

/** Places in the show, newer than its beginning and older than what is in memory. */
function placesInThePast(): string[] {
  const span = (performance.now() - begunMs) / 1_000 - SETTLE_MS / 1_000 - IN_MEMORY_SECONDS
  return Array.from(
    { length: PLACES },
    (_, at) => `${STREAM_PATH}?from=${(IN_MEMORY_SECONDS + (span * at) / PLACES).toFixed(2)}`,
  )
}

/** Players of HLS behind one cache, and behind many. */
async function behindCaches(): Promise<MeasuredCaches[]> {
  const players = new HlsCrowd()
  const rows: MeasuredCaches[] = []
  for (const count of CACHES)
    rows.push(await measureCaches(station, players, { caches: count, players: PLAYERS, seconds: SECONDS }))
  players.end()
  return rows
}

async function mp3Listeners(): Promise<{ cores: number; encoderCores: number }> {
  await crowd.open(port, MP3_PATH, 1)
  await delay(SETTLE_MS)
  const encoderCores = await coresOf(childNamed('ffmpeg'))
  const { cores } = await listeners({ pid, port, path: MP3_PATH })
  return { cores, encoderCores }
}

/** A realtime connection at rest, and one delivery of a chat message. */
async function roomCosts(): Promise<Pick<Costs, 'connection' | 'delivery' | 'connectionBytes'>> {
  const first = Math.round(CROWD * FIRST_SHARE)
  // Spoken to nobody first: what a call costs is no delivery.
  const alone = await spokenCores(0)
  await readers.open(port, websocket.dialect, first)
  await delay(SETTLE_MS)
  const bytesBefore = residentBytes(pid)
  const coresBefore = await coresOf(pid)
  await readers.close()
  await readers.open(port, websocket.dialect, CROWD)
  await delay(SETTLE_MS)
  const connectionBytes = Math.max(0, residentBytes(pid) - bytesBefore) / (CROWD - first)
  const connection = each(await coresOf(pid), coresBefore, CROWD - first)
  await readers.close()
  const { seconds, deliveries } = await spokenCores(CROWD)
  return { connection, connectionBytes, delivery: (seconds - alone.seconds) / deliveries }
}

async function spokenCores(count: number): Promise<{ seconds: number; deliveries: number }> {
  await readers.open(port, websocket.dialect, count)
  await delay(SETTLE_MS)
  const before = cpuSecondsBesideWorkers(pid)
  const said = await chat(websocket, SECONDS)
  const { deliveries } = await allTaken(readers, count, said)
  const seconds = cpuSecondsBesideWorkers(pid) - before
  await readers.close()
  return { seconds, deliveries }
}

/** The process id of the station's child of this name. */
function childNamed(name: string): number {
  const parentOf = (id: string) => /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (parentOf(id) === String(pid) && readFileSync(`/proc/${id}/comm`, 'utf8').trim() === name)
        return Number(id)
    } catch {
      // It ended while we looked.
    }
  throw new Error(`the station has no ${name}`)
}
