/**
 * Load of a station that is heard by HLS through caches alone: requests for each segment that a cache makes, processor of the
 * station, and players that ran out of sound, also while the station stands still.
 *
 *   node bench/hls-caches.ts [caches...]     default: 1 4 16 64
 *
 * Each cache is an nginx with the file of `deploy/proxies`. Environment: PLAYERS (5000) behind all of them, SECONDS of each
 * measurement (30), STOPPED (15), seconds for which the station is frozen behind the most caches; 0: not at all.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { HlsEdge } from '@carillon/testkit/hls-edge'
import type { HlsListenerReport } from '@carillon/testkit/hls-listener'
import { cpuSeconds } from '@carillon/testkit/process-cost'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import { CountedOrigin } from './lib/counted-origin.ts'
import { HlsCrowd } from './lib/hls-crowd.ts'

const PLAYERS = Number(process.env.PLAYERS ?? 5_000)
const SECONDS = Number(process.env.SECONDS ?? 30)
const STOPPED = Number(process.env.STOPPED ?? 15)
const CACHES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 4, 16, 64]
/** Players begin so far behind: then each of them has all that it wants. */
const FULL_SEGMENTS = 7
const FULL_LIMIT_MS = 60_000
const MS = 1_000

const station = await Station.start()
const dj = await station.newMember('DJ')
const source = await ToneSource.start(station, dj, await dj.api.goLive(), { bitrate: 96_000 })
const segments = async () =>
  (await (await fetch(`${station.origin}/hls/live.m3u8`)).text()).match(/\.m4s$/gm)?.length ?? 0
await until(async () => (await segments()) >= FULL_SEGMENTS, FULL_LIMIT_MS, 'players have sound ahead')
const crowd = new HlsCrowd()
for (const count of CACHES) await behind(count, count === Math.max(...CACHES) && STOPPED > 0)
crowd.end()
source.close()
await station.close()
process.exit()

async function behind(count: number, isStopped: boolean): Promise<void> {
  const origins = Array.from({ length: count }, () => new CountedOrigin(station.origin))
  const caches: HlsEdge[] = []
  for (const origin of origins) caches.push(await HlsEdge.start(await origin.listen()))
  const addresses = caches.map(({ origin }) => origin)
  const rest = await coresOf(SECONDS / 3)
  await crowd.open(addresses, PLAYERS)
  for (const { counts } of origins) counts.clear()
  const before = await crowd.report()
  const cores = await coresOf(SECONDS)
  const most = (kind: RegExp) =>
    Math.max(
      ...origins.flatMap(({ counts }) => [...counts].filter(([path]) => kind.test(path)).map(([, n]) => n)),
    )
  const [ofSegment, ofPlaylist] = [most(/\.m4s$/), most(/\.m3u8$/) / SECONDS]
  console.log(
    `${count} caches, ${PLAYERS} players: a cache asks at most ${ofSegment} times for a segment and ` +
      `${ofPlaylist.toFixed(2)} times a second for the playlist; the station takes ${percent(cores)} of a core, ` +
      `${percent(rest)} without players; ${between(before, await crowd.report())}`,
  )
  if (isStopped) {
    const begun = await crowd.report()
    process.kill(station.pid, 'SIGSTOP')
    await delay(STOPPED * MS)
    process.kill(station.pid, 'SIGCONT')
    await delay(SECONDS * MS)
    console.log(`station frozen for ${STOPPED} s: ${between(begun, await crowd.report())}`)
  }
  await crowd.close()
  for (const cache of caches) await cache.close()
  for (const origin of origins) origin.close()
}

/** Share of a core that the station takes. */
async function coresOf(seconds: number): Promise<number> {
  const [cpu, begunMs] = [cpuSeconds(station.pid), performance.now()]
  await delay(seconds * MS)
  return (cpuSeconds(station.pid) - cpu) / ((performance.now() - begunMs) / MS)
}

/** What players noticed between two reports. */
function between(before: readonly HlsListenerReport[], after: readonly HlsListenerReport[]): string {
  const grown = (key: keyof HlsListenerReport) => after.map((one, at) => one[key] - (before[at]?.[key] ?? 0))
  const sum = (key: keyof HlsListenerReport) => grown(key).reduce((all, each) => all + each, 0)
  const stalled = grown('stalledMs').filter((ms) => ms > 0)
  return (
    `${sum('segments')} segments played, ${stalled.length} players ran out of sound` +
    `${stalled.length > 0 ? `, for ${(Math.max(...stalled) / MS).toFixed(1)} s at most` : ''}; ${sum('jumps')} jumps, ` +
    `${sum('failed') + sum('notFound')} requests failed`
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
