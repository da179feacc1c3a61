/**
 * Cost of a show on air that nobody hears, in milliseconds of CPU a second: of the station, of that what the threads of
 * its workers take (the embedded database among them), and of the process beside it that listens for silence.
 *
 *   node bench/on-air.ts
 *
 * Environment: ROUNDS (3), SECONDS in each measurement (20), OTHER: the main program of another checkout to compare with,
 * from this repository's folder. Both are on air at the same time.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds, cpuSecondsBesideWorkers } from '@carillon/testkit/process-cost'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { spread } from './lib/spread.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 20)
/** Compiling and tidying up after a start is done by then. */
const SETTLE_MS = 15_000
const MS = 1_000

type Taken = { whole: number; workers: number; besides: number }
type Place = { name: string; station: Station; source: ToneSource; measured: Taken[] }

const places: Place[] = []
for (const [name, program] of programs()) {
  const station = await Station.start({}, { program })
  const dj = await station.newMember('DJ')
  const source = await ToneSource.start(station, dj, await dj.api.goLive(), { bitrate: 96_000 })
  places.push({ name, station, source, measured: [] })
}
await delay(SETTLE_MS)
for (let round = 0; round < ROUNDS; round += 1) {
  const before = places.map(takenBy)
  await delay(SECONDS * MS)
  for (const [index, place] of places.entries()) {
    const [since, now] = [before[index], takenBy(place)]
    if (since) place.measured.push(difference(now, since))
  }
}
for (const { name, measured } of places)
  console.log(
    `${name}: ${spread(
      measured.map(({ whole }) => whole),
      1,
    )} ms a second, of which workers ` +
      `${spread(
        measured.map(({ workers }) => workers),
        1,
      )}; beside it ${spread(
        measured.map(({ besides }) => besides),
        1,
      )}`,
  )
for (const { source, station } of places) {
  source.close()
  await station.close()
}
process.exit()

function programs(): [name: string, program: string][] {
  const here: [string, string] = ['here', 'server/src/main.ts']
  return process.env.OTHER ? [['other', process.env.OTHER], here] : [here]
}

function takenBy({ station: { pid } }: Place): Taken {
  const whole = cpuSeconds(pid)
  const besides = childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0)
  return { whole, workers: whole - cpuSecondsBesideWorkers(pid), besides }
}

/** Milliseconds of CPU a second. */
function difference(now: Taken, since: Taken): Taken {
  const each = (key: keyof Taken) => ((now[key] - since[key]) * MS) / SECONDS
  return { whole: each('whole'), workers: each('workers'), besides: each('besides') }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((id) =>
    readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}
