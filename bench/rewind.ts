/**
 * Cost of those who listen from the past, beside a crowd that listens live: processor of the station for each of either,
 * delay of its event loop, pages that came late to the live ones, and what was read from the disk and from its cache.
 *
 *   node bench/rewind.ts
 *
 * Environment: ROUNDS (3), SECONDS in each measurement (20), LIVE (2000), REWINDERS (500), each at a place of its own in
 * the PAST (90) seconds that were on air before.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { LOW_DELAY_QUERY, STREAM_PATH } from '@carillon/contract/stream/schemas'
import { cpuSeconds, residentBytes } from '@carillon/testkit/process-cost'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { Crowd } from './lib/crowd.ts'
import { spread } from './lib/spread.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 20)
const LIVE = Number(process.env.LIVE ?? 2_000)
const REWINDERS = Number(process.env.REWINDERS ?? 500)
const PAST_SECONDS = Number(process.env.PAST ?? 90)
/** Newer sound comes from memory. */
const IN_MEMORY_SECONDS = 31
/** Each gets about 3 s of sound at once: that is an arrival, and not measured. */
const SETTLE_MS = 8_000
const MS = 1_000
const MEGABYTE = 1_000_000
/** Interval in which the station's metrics look, which the delay that they say contains: a station at rest has 20 ms. */
const LOOKED_EVERY_MS = 20

type Taken = { cores: number; loopMs: number; diskMegabytes: number; cachedMegabytes: number }
type Measured = Taken & { latePages: number; dropped: number }

const station = await Station.start()
const { pid } = station
const port = Number(new URL(station.origin).port)
const dj = await station.newMember('DJ')
const source = await ToneSource.start(station, dj, await dj.api.goLive(), { bitrate: 96_000 })
const live = new Crowd()
const behind = new Crowd()
const places = Array.from({ length: REWINDERS }, (_, index) => {
  const span = PAST_SECONDS - IN_MEMORY_SECONDS
  return `${STREAM_PATH}?from=${(IN_MEMORY_SECONDS + (span * index) / REWINDERS).toFixed(2)}`
})
await live.open(port, `${STREAM_PATH}?${LOW_DELAY_QUERY}`, LIVE)
await delay(PAST_SECONDS * MS)

const without: Measured[] = []
const beside: Measured[] = []
let mostBytes = 0
for (let round = 0; round < ROUNDS; round += 1) {
  without.push(await measure())
  await behind.open(port, places, REWINDERS)
  await delay(SETTLE_MS)
  beside.push(await measure())
  mostBytes = Math.max(mostBytes, residentBytes(pid))
  await behind.close()
  await delay(SETTLE_MS)
}
const each = (cores: number[], count: number) =>
  spread(
    cores.map((value) => (value * 1e6) / count),
    1,
  )
const all = (taken: readonly Measured[], key: keyof Measured) => taken.map((one) => one[key])
const added = all(beside, 'cores').map((cores, round) => cores - (without[round]?.cores ?? 0))
console.log(`${LIVE} live: ${each(all(without, 'cores'), LIVE)} us of CPU a second for each, show included`)
console.log(`${REWINDERS} behind: ${each(added, REWINDERS)} us of CPU a second for each`)
for (const [name, taken] of Object.entries({ without, beside }))
  console.log(
    `${name}: loop delay p99 ${spread(all(taken, 'loopMs'), 1)} ms, late pages ${spread(all(taken, 'latePages'), 0)}, ` +
      `dropped ${spread(all(taken, 'dropped'), 0)}, read from the disk ${spread(all(taken, 'diskMegabytes'), 2)} MB a second, ` +
      `with its cache ${spread(all(taken, 'cachedMegabytes'), 2)}`,
  )
console.log(`resident ${Math.round(mostBytes / MEGABYTE)} MB at most`)
live.end()
behind.end()
source.close()
await station.close()
process.exit()

async function measure(): Promise<Measured> {
  await Promise.all([live.report(), behind.report(), loopDelayMs()])
  const [cpuBefore, readBefore, startedAt] = [cpuSeconds(pid), bytesRead(), performance.now()]
  await delay(SECONDS * MS)
  const seconds = (performance.now() - startedAt) / MS
  const [cpu, read, loopMs] = [cpuSeconds(pid), bytesRead(), await loopDelayMs()]
  const [atLive, rewound] = [await live.report(), await behind.report()]
  return {
    cores: (cpu - cpuBefore) / seconds,
    loopMs,
    diskMegabytes: (read.disk - readBefore.disk) / MEGABYTE / seconds,
    cachedMegabytes: (read.all - readBefore.all) / MEGABYTE / seconds,
    latePages: atLive.latePages,
    dropped: atLive.dropped + rewound.dropped,
  }
}

/** Since it was asked the last time. */
async function loopDelayMs(): Promise<number> {
  const metrics = await (await fetch(`${station.origin}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics) ?? []
  return Number(seconds) * MS - LOOKED_EVERY_MS
}

/** proc(5): what read calls gave, and what had to be fetched from the disk for them. */
function bytesRead(): { all: number; disk: number } {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1])
  return { all: of('rchar'), disk: of('read_bytes') }
}
