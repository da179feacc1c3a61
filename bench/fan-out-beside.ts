/**
 * Cost of one listener for the server beside another checkout of it: both are on air with crowds of the same size, and
 * both are measured in the same minutes. One after the other would not do: what a station does besides (a save, a
 * minute's work, the engine's compiler) comes in bursts, and a turn of seconds has them or not. Memory is what is held
 * when all garbage is gone: what a process has taken from the system depends on when it last collected.
 *
 *   node bench/fan-out-beside.ts <the other's main program, from this repository's folder> [listeners]     default: 1000
 *
 * Environment: WINDOWS (5), SECONDS in each (60).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { LOW_DELAY_QUERY, STREAM_PATH } from '@carillon/contract/stream/schemas'
import { cpuSeconds } from '@carillon/testkit/process-cost'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { Crowd } from './lib/crowd.ts'
import { gather, SETTLE_MS } from './lib/crowd-memory.ts'
import { HeldMemory } from './lib/held-memory.ts'
import { spread } from './lib/spread.ts'

const WINDOWS = Number(process.env.WINDOWS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 60)
/** A process that has just started compiles what it runs often. */
const WARM_UP_MS = 60_000
const MICROSECONDS = 1e6

const [otherProgram, count = 1_000] = [process.argv[2], Number(process.argv[3] ?? 1_000)]
if (!otherProgram) throw new Error('Name the main program of the other checkout.')

type Side = {
  name: string
  pid: number
  port: number
  crowd: Crowd
  heldBytes: () => Promise<number>
  close: () => Promise<void>
}

const sides = [await open('this', 'server/src/main.ts'), await open('other', otherProgram)]
try {
  await delay(WARM_UP_MS)
  await compare('without listeners', null)
  await compare('batches', STREAM_PATH)
  await compare('each page', `${STREAM_PATH}?${LOW_DELAY_QUERY}`)
} finally {
  for (const side of sides) await side.close()
}

async function open(name: string, program: string): Promise<Side> {
  const memory = new HeldMemory()
  const station = await Station.start(memory.environment, { program })
  const dj = await station.newMember('DJ')
  const source = await ToneSource.start(station, dj, await dj.api.goLive(), { bitrate: 96_000 })
  const crowd = new Crowd()
  const close = () => {
    crowd.end()
    source.close()
    memory.close()
    return station.close()
  }
  const { pid } = station
  const port = Number(new URL(station.origin).port)
  return { name, pid, port, crowd, heldBytes: () => memory.bytes(pid), close }
}

/** Measures both with a crowd at this path, or with nobody, and prints each and the ratio in every window. */
async function compare(what: string, path: string | null): Promise<void> {
  const memory =
    path === null
      ? []
      : await Promise.all(
          sides.map(({ crowd, port, heldBytes }) => gather(crowd, { port, path, count }, heldBytes)),
        )
  const windows: number[][] = []
  for (let window = 0; window < WINDOWS; window += 1) windows.push(await measure())
  const [dropped = [], ratios] = [
    path === null ? [] : await Promise.all(sides.map(({ crowd }) => crowd.report())),
    windows.map(([ours = 0, others = 0]) => ours / others),
  ]
  console.log(`${what}, ${WINDOWS} windows of ${SECONDS} s`)
  for (const [index, { name }] of sides.entries()) {
    const costs = windows.map((both) => both[index] ?? 0)
    const crowd =
      path === null ? '' : `, ${memory[index]?.toFixed(2)} KiB, ${dropped[index]?.dropped} dropped`
    console.log(`  ${name.padEnd(6)} ${spread(costs, 2)} us a second for each of ${count}${crowd}`)
  }
  console.log(`  ratio  ${spread(ratios, 3)}`)
  await Promise.all(sides.map(({ crowd }) => crowd.close()))
  await delay(SETTLE_MS)
}

/** Returns what each of the two took in one window, for each listener and second. */
async function measure(): Promise<number[]> {
  const before = sides.map(({ pid }) => cpuSeconds(pid))
  const startedAt = performance.now()
  await delay(SECONDS * 1_000)
  const seconds = (performance.now() - startedAt) / 1_000
  return sides.map(
    ({ pid }, index) => ((cpuSeconds(pid) - (before[index] ?? 0)) * MICROSECONDS) / seconds / count,
  )
}
