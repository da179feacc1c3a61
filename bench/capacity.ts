/**
 * What each part of a station costs on this machine, and what that carries.
 *
 *   node bench/capacity.ts [--write]       --write: into docs/CAPACITY.md
 *
 * Environment: SECONDS measured in each turn (15), CROWD (4000) listeners in the large turns.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LOW_DELAY_QUERY, MP3_PATH, STREAM_PATH } from '@carillon/contract/stream'
import { ToneSource } from '../e2e/support/source.ts'
import { Station } from '../e2e/support/station.ts'
import type { Costs } from './lib/capacity.ts'
import { capacityPage } from './lib/capacity-page.ts'
import { carillonPeers } from './lib/chat-peers.ts'
import { Crowd } from './lib/crowd.ts'
import { Icecast } from './lib/icecast.ts'
import { freePort } from './lib/ports.ts'
import { cpuSeconds, cpuSecondsBesideWorkers, residentBytes } from './lib/process-cost.ts'
import { Readers } from './lib/readers.ts'
import { allTaken, chat } from './lib/say.ts'

const SECONDS = Number(process.env.SECONDS ?? 15)
const CROWD = Number(process.env.CROWD ?? 4_000)
const SMALL_CROWD = 1_000
const SETTLE_MS = 5_000
/** A process that has just started gives memory back: a tenth of the crowd is there before it is measured. */
const FIRST_SHARE = 0.1
const PAGE = join(import.meta.dirname, '../docs/CAPACITY.md')

type Place = { pid: number; port: number; path: string }
type Cost = { cores: number; bitsPerSecond: number; bytesEach: number }

const station = await Station.start()
const [websocket] = await carillonPeers(station)
const { pid, port } = websocket
const admin = await station.admin()
const [live] = await admin.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
const source = await ToneSource.start(station, admin, live?.id ?? 0, { bitrate: 96_000 })
const icecast = await Icecast.start(await freePort())
await icecast.relay(`${station.origin}${STREAM_PATH}?${LOW_DELAY_QUERY}`)
const crowd = new Crowd()
const readers = new Readers()

const onAir = await coresOf(pid)
const batches = await listeners({ pid, port, path: STREAM_PATH }, CROWD)
const near = await listeners({ pid, port, path: `${STREAM_PATH}?${LOW_DELAY_QUERY}` }, SMALL_CROWD)
const outside = await listeners({ pid: icecast.pid, port: icecast.port, path: STREAM_PATH }, CROWD)
const mp3 = await mp3Listeners()
const room = await roomCosts()
source.close()

const costs: Costs = {
  onAir,
  listener: each(batches.cores, CROWD),
  nearListener: each(near.cores, SMALL_CROWD),
  mp3Listener: each(mp3.cores, SMALL_CROWD),
  mp3Encoder: mp3.encoderCores,
  ...room,
  icecastListener: outside.cores / CROWD,
  listenerBytes: batches.bytesEach,
  icecastListenerBytes: outside.bytesEach,
  listenerBitsPerSecond: batches.bitsPerSecond / CROWD,
}
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() || 'of no name'}), Node ${process.version}, ${Icecast.version()}`
const page = capacityPage(costs, CROWD, machine)
console.log(page)
if (process.argv.includes('--write')) writeFileSync(PAGE, page)

crowd.end()
readers.end()
await icecast.close()
await station.close()
process.exit()

/** Shares of a core that a process takes while nothing is asked of it. */
async function coresOf(process: number): Promise<number> {
  const before = cpuSeconds(process)
  const startedAt = performance.now()
  await delay(SECONDS * 1_000)
  return (cpuSeconds(process) - before) / ((performance.now() - startedAt) / 1_000)
}

/** What each of so many adds to a show on air. */
function each(cores: number, count: number): number {
  return Math.max(0, cores - onAir) / count
}

async function listeners(place: Place, count: number): Promise<Cost> {
  const first = Math.round(count * FIRST_SHARE)
  await crowd.open(place.port, place.path, first)
  await delay(SETTLE_MS)
  const before = residentBytes(place.pid)
  await crowd.open(place.port, place.path, count)
  await delay(SETTLE_MS)
  const bytesEach = (residentBytes(place.pid) - before) / (count - first)
  await crowd.report()
  const cores = await coresOf(place.pid)
  const { bytes, dropped } = await crowd.report()
  if (dropped > 0) throw new Error(`${dropped} listeners were dropped`)
  await crowd.close()
  await delay(SETTLE_MS)
  return { cores, bitsPerSecond: (bytes * 8) / SECONDS, bytesEach }
}

async function mp3Listeners(): Promise<{ cores: number; encoderCores: number }> {
  const place = { pid, port, path: MP3_PATH }
  await crowd.open(port, MP3_PATH, 1)
  await delay(SETTLE_MS)
  const encoder = childNamed('ffmpeg')
  const encoderCores = await coresOf(encoder)
  const { cores } = await listeners(place, SMALL_CROWD)
  return { cores, encoderCores }
}

/** A realtime connection at rest, and one delivery of a chat message. */
async function roomCosts(): Promise<Pick<Costs, 'connection' | 'delivery' | 'connectionBytes'>> {
  const first = Math.round(SMALL_CROWD * FIRST_SHARE)
  // Spoken to nobody first: what a call costs is no delivery.
  const alone = await spokenCores(0)
  await readers.open(port, websocket.dialect, first)
  await delay(SETTLE_MS)
  const before = residentBytes(pid)
  await readers.close()
  await readers.open(port, websocket.dialect, SMALL_CROWD)
  await delay(SETTLE_MS)
  const connectionBytes = Math.max(0, residentBytes(pid) - before) / (SMALL_CROWD - first)
  const connection = each(await coresOf(pid), SMALL_CROWD)
  await readers.close()
  const { seconds, deliveries } = await spokenCores(SMALL_CROWD)
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
