/**
 * Load of a station whose listeners come by HLS, through caches alone: requests for each segment that a cache makes, processor of the
 * station, and players that ran out of sound, also while the station stands still.
 *
 *   node bench/hls-caches.ts [caches...]     default: 1 4 16 64
 *
 * Each cache is an nginx with the file of `deploy/proxies`. Environment: PLAYERS (5000) behind all of them, SECONDS of each
 * measurement (30), STOPPED (15), seconds for which the station is frozen behind the most caches; 0: not at all.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { measureCaches, type Noticed, noticed, untilFull } from './lib/hls-caches.ts'
import { HlsCrowd } from './lib/hls-crowd.ts'

const PLAYERS = Number(process.env.PLAYERS ?? 5_000)
const SECONDS = Number(process.env.SECONDS ?? 30)
const STOPPED = Number(process.env.STOPPED ?? 15)
const CACHES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 4, 16, 64]
const MS = 1_000

const station = await Station.start()
const dj = await station.newMember('DJ')
const source = await ToneSource.start(station, dj, await dj.api.goLive(), { bitrate: 96_000 })
await untilFull(station.origin)
const crowd = new HlsCrowd()
for (const count of CACHES) await behind(count, count === Math.max(...CACHES) && STOPPED > 0)
crowd.end()
source.close()
await station.close()
process.exit()

async function behind(count: number, isStopped: boolean): Promise<void> {
  const found = await measureCaches(
    station,
    crowd,
    { caches: count, players: PLAYERS, seconds: SECONDS },
    async () => {
      if (!isStopped) return
      const begun = await crowd.report()
      process.kill(station.pid, 'SIGSTOP')
      await delay(STOPPED * MS)
      process.kill(station.pid, 'SIGCONT')
      await delay(SECONDS * MS)
      console.log(`station frozen for ${STOPPED} s: ${wordsOf(noticed(begun, await crowd.report()))}`)
    },
  )
  console.log(
    `${count} caches, ${PLAYERS} players: a cache asks at most ${found.asksOfSegment} times for a segment and ` +
      `${found.asksOfPlaylist.toFixed(2)} times a second for the playlist; the station takes ${percent(found.cores)} of a core, ` +
      `${percent(found.coresAtRest)} without players; ${wordsOf(found.noticed)}`,
  )
}

function wordsOf({ segments, stalled, longestMs, jumps, failed }: Noticed): string {
  const length = stalled > 0 ? `, for ${(longestMs / MS).toFixed(1)} s at most` : ''
  return `${segments} segments played, ${stalled} players ran out of sound${length}; ${jumps} jumps, ${failed} requests failed`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
