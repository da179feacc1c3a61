import { setTimeout as delay } from 'node:timers/promises'
import { CountedOrigin } from '@carillon/testkit/counted-origin'
import { HlsEdge } from '@carillon/testkit/hls-edge'
import { type HlsListenerReport, untilPlayable } from '@carillon/testkit/hls-listener'
import { cpuSeconds } from '@carillon/testkit/process-cost'
import type { Station } from '@carillon/testkit/station'
import type { HlsCrowd } from './hls-crowd.ts'

const MS = 1_000
/** Players begin so far behind: then each of them has all that it wants. */
const FULL_SEGMENTS = 8
const FULL_LIMIT_MS = 60_000
/** Of the measurement, for the station without players. */
const REST_SHARE = 1 / 3

/** Events of all players between two reports. */
export type Noticed = { segments: number; stalled: number; longestMs: number; jumps: number; failed: number }

export type MeasuredCaches = {
  caches: number
  players: number
  /** Most that one cache asked for one segment, and for the playlist in a second. */
  asksOfSegment: number
  asksOfPlaylist: number
  /** Of the station, with players and before them. */
  cores: number
  coresAtRest: number
  noticed: Noticed
}

/** Waits until the playlist of what is on air is as long as players want it. */
export function untilFull(origin: string): Promise<void> {
  return untilPlayable(origin, FULL_LIMIT_MS, FULL_SEGMENTS)
}

/** Plays what is on air behind caches, each the nginx of `deploy/proxies`; `afterwards` has the players still there. */
export async function measureCaches(
  station: Station,
  crowd: HlsCrowd,
  { caches, players, seconds }: { caches: number; players: number; seconds: number },
  afterwards: () => Promise<void> = async () => {},
): Promise<MeasuredCaches> {
  const origins = Array.from({ length: caches }, () => new CountedOrigin(station.origin))
  const edges: HlsEdge[] = []
  for (const origin of origins) edges.push(await HlsEdge.start(await origin.listen()))
  const coresAtRest = await coresOf(station, seconds * REST_SHARE)
  await crowd.open(
    edges.map(({ origin }) => origin),
    players,
  )
  for (const { counts } of origins) counts.clear()
  const before = await crowd.report()
  const cores = await coresOf(station, seconds)
  const counts = origins.flatMap((origin) => [...origin.counts])
  const most = (kind: RegExp) =>
    Math.max(0, ...counts.filter(([path]) => kind.test(path)).map(([, count]) => count))
  const [asksOfSegment, asksOfPlaylist] = [most(/\.m4s$/), most(/\.m3u8$/) / seconds]
  const found = noticed(before, await crowd.report())
  await afterwards()
  await crowd.close()
  for (const edge of edges) await edge.close()
  for (const origin of origins) await origin.close()
  return { caches, players, asksOfSegment, asksOfPlaylist, cores, coresAtRest, noticed: found }
}

/** Events between two reports of the same players. */
export function noticed(before: readonly HlsListenerReport[], after: readonly HlsListenerReport[]): Noticed {
  const grown = (key: keyof HlsListenerReport) => after.map((one, at) => one[key] - (before[at]?.[key] ?? 0))
  const sum = (key: keyof HlsListenerReport) => grown(key).reduce((all, each) => all + each, 0)
  const stalled = grown('stalledMs').filter((ms) => ms > 0)
  return {
    segments: sum('segments'),
    stalled: stalled.length,
    longestMs: Math.max(0, ...stalled),
    jumps: sum('jumps'),
    failed: sum('failed') + sum('notFound'),
  }
}

/** Share of a core that the station takes. */
async function coresOf({ pid }: Station, seconds: number): Promise<number> {
  const [cpu, begunMs] = [cpuSeconds(pid), performance.now()]
  await delay(seconds * MS)
  return (cpuSeconds(pid) - cpu) / ((performance.now() - begunMs) / MS)
}
