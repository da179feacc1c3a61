/**
 * Cost of playing from a file between shows, in milliseconds of CPU a second, beside that of a show on air whose DJ sends
 * nothing, so that its listeners hear silence. Both stations run at the same time, and both have LISTENERS.
 *
 *   node bench/playout.ts
 *
 * Environment: ROUNDS (3), SECONDS in each measurement (20), LISTENERS of each station (50).
 */
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { setPlayout } from '@carillon/contract/playout/settings'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { cpuSeconds, median } from '@carillon/testkit/process-cost'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { spread } from './lib/spread.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 20)
const LISTENERS = Number(process.env.LISTENERS ?? 50)
/** Compiling and tidying up after a start is done by then. */
const SETTLE_MS = 15_000
const SHOW_MS = 20_000
const MS = 1_000

const silent = await Station.start({})
const playing = await Station.start({})
await (await silent.newMember('DJ')).api.goLive()
await playFromFile(playing)
for (const station of [silent, playing]) for (let at = 0; at < LISTENERS; at++) listen(station)
await delay(SETTLE_MS)
const silence: number[] = []
const playout: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const before = [silent, playing].map(({ pid }) => cpuSeconds(pid))
  await delay(SECONDS * MS)
  const [ofSilent = 0, ofPlaying = 0] = [silent, playing].map(
    ({ pid }, index) => ((cpuSeconds(pid) - (before[index] ?? 0)) * MS) / SECONDS,
  )
  silence.push(ofSilent)
  playout.push(ofPlaying)
}
const more = (median(playout) - median(silence)) / 10
console.log(
  `silence ${spread(silence, 1)} ms a second, playing from a file ${spread(playout, 1)}: ` +
    `${more.toFixed(1)} % of a core more, with ${LISTENERS} listeners`,
)
for (const station of [silent, playing]) await station.close()
process.exit()

/** Records a show of 20 s and plays it again and again. */
async function playFromFile(station: Station): Promise<void> {
  const [dj, admin] = [await station.newMember('DJ'), await station.newMember('ADMIN')]
  const id = await dj.api.goLive()
  const source = await ToneSource.start(station, dj, id, { bitrate: 96_000 })
  await delay(SHOW_MS)
  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  source.close()
  await admin.api.data('PUT', `/api/broadcasts/${id}/recording/visibility`, { isPublic: true })
  await admin.api.data(setPlayout.method, setPlayout.path, PLAYOUT_ON)
  while ((await fetch(`${station.origin}/live.ogg`, { method: 'HEAD' })).status !== 200) await delay(MS)
}

function listen({ origin }: Station): void {
  get(`${origin}/live.ogg`, (response) => response.resume())
}
