import {
  type CachedLoad,
  CHAT_PER_SECOND,
  type Costs,
  cachedLoadOf,
  carriedByOneCore,
  type Load,
  loadOf,
  USED_SHARE,
} from './capacity.ts'
import type { MeasuredCaches } from './hls-caches.ts'

const AUDIENCES = [100, 1_000, 10_000, 100_000]
/** Listeners and caches beyond what is measured. */
const CACHED_AUDIENCES = [
  [20_000, 2],
  [100_000, 64],
  [1_000_000, 1_000],
] as const
const BITS_PER_GIGABYTE_HOUR = 8e9 / 3_600
const MICROSECONDS = 1e6
const PERCENT = 100
const KIB = 1024
const MIB = 1024 ** 2
const MEGABIT = 1e6

/** `docs/CAPACITY.md`: what was measured, and what follows. `machine` names processor and versions. */
export function capacityPage(
  costs: Costs,
  measured: readonly MeasuredCaches[],
  crowd: number,
  machine: string,
): string {
  const { whole, roomAlone, icecast } = carriedByOneCore(costs)
  const share = Math.round(USED_SHARE * PERCENT)
  const loads = AUDIENCES.map((listeners) => loadOf(listeners, costs))
  return [
    '# Capacity',
    '',
    'Written by `node bench/capacity.ts --write`. Run it on your own machine: its numbers are the ones that count.',
    `This page was measured on ${machine}, at 96 kbps, with a crowd of ${grouped(crowd)} on the same machine.`,
    '',
    '## What each part costs',
    '',
    ...costRows(costs),
    '',
    '## What that carries',
    '',
    `Computed from the table above, with ${share} % of a core used. Each listener is a browser, at the price of each page at`,
    `once, with a page open on which ${CHAT_PER_SECOND} chat message a second arrives.`,
    '',
    `- **One core** carries about ${round(whole)} listeners, sound and room together. One process uses one core for both and takes`,
    '  16,000 connections to the stream at most (then 503): beyond that, another instance.',
    `- **One machine** of two cores, with Icecast beside the station, carries the room of about ${round(roomAlone)} pages on one core and`,
    `  the sound of about ${round(icecast)} listeners on the other.`,
    `- **A cluster** grows on both sides: instances for the room, Icecast relays for the sound, about ${round(icecast)} listeners to a core.`,
    '',
    '| Listeners | Sound from the station | Room (pages, chat) | Memory | Network out | Sound from Icecast instead |',
    '|---|---|---|---|---|---|',
    ...loads.map(loadRow),
    '',
    'Cores are of the measuring machine. What is beyond the largest crowd is arithmetic, not measurement. The network is',
    'the first wall of a campus: a gigabit line is full where the table says 1,000 Mbit/s.',
    '',
    ...cacheSection(costs, measured),
    '',
  ].join('\n')
}

function costRows(costs: Costs): string[] {
  const rows: [string, string, string][] = [
    ['A show on air, nobody listening', ofCore(costs.onAir), ''],
    ['A browser that listens, each page at once (`?delay=low`)', micro(costs.nearListener), ''],
    ['A browser that listens, two pages a write (`?delay=medium`)', micro(costs.plainListener), ''],
    ['A program that listens, in batches', micro(costs.batchListener), kib(costs.listenerBytes)],
    ['The encoder of live.mp3 (ffmpeg), once for a station', ofCore(costs.mp3Encoder), ''],
    ['A listener of live.mp3', micro(costs.mp3Listener), ''],
    ['A listener who went back in the show', micro(costs.rewinder), ''],
    ['A cache of HLS, with all its players', micro(costs.cache), ''],
    ['An open page on the realtime connection', micro(costs.connection), kib(costs.connectionBytes)],
    ['A chat message to one open page', `${(costs.delivery * MICROSECONDS).toFixed(1)} us`, ''],
    [
      'A listener of Icecast, fed by the station',
      micro(costs.icecastListener),
      kib(costs.icecastListenerBytes),
    ],
  ]
  return ['| Part | Processor | Memory |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)]
}

/** Beyond what one machine sends: HLS through caches, which cost the station nothing more for each listener. */
function cacheSection(costs: Costs, measured: readonly MeasuredCaches[]): string[] {
  const gigabytes = costs.listenerBitsPerSecond / BITS_PER_GIGABYTE_HOUR
  return [
    '## Through caches',
    '',
    'Whoever listens by HLS (`/hls/main.m3u8`) may do so through any cache: `deploy/proxies/nginx-hls.conf` on a machine of the campus, or a CDN,',
    'named in `HLS_PUBLIC_URL`. What was measured here had all caches and players on the same machine.',
    '',
    '| Listeners | Caches | A cache asks for a segment | Sound from the station | Out of sound | Network out of the caches | |',
    '|---|---|---|---|---|---|---|',
    ...measured.map((row) => measuredRow(row, costs)),
    ...CACHED_AUDIENCES.map(([listeners, caches]) => cachedRow(cachedLoadOf(listeners, caches, costs))),
    '',
    `A listener takes ${gigabytes.toFixed(3)} GB an hour, which is what a CDN sends a bill for. The page is another matter: chat and`,
    'votes go to the station, at the price of the room above.',
    '',
    '| How far | In front of the station | Its price |',
    '|---|---|---|',
    `| About ${round(carriedByOneCore(costs).whole)} listeners with open pages | nothing | one core of this machine |`,
    '| A campus, until its line is full | one nginx or Icecast | a second machine, and the line |',
    '| The world | a CDN | its bill, and another instance where the room grows beyond one core |',
  ]
}

function measuredRow(
  { players, caches, asksOfSegment, cores: used, noticed }: MeasuredCaches,
  costs: Costs,
): string {
  const network = megabits(players * costs.listenerBitsPerSecond)
  return `| ${grouped(players)} | ${caches} | ${asksOfSegment} at most | ${cores(used)} | ${noticed.stalled} | ${network} | measured |`
}

function cachedRow({ listeners, caches, cores: used, bitsPerSecond }: CachedLoad): string {
  return `| ${grouped(listeners)} | ${grouped(caches)} | | ${cores(used)} | | ${megabits(bitsPerSecond)} | computed |`
}

function loadRow(load: Load): string {
  const network = megabits(load.bitsPerSecond)
  const memory = `${grouped(Math.ceil(load.bytes / MIB))} MiB`
  const servers = load.icecasts === 1 ? 'one Icecast' : `${load.icecasts} Icecasts, one of them the master`
  const icecast = `${cores(load.icecastCores)}, ${servers}`
  return `| ${grouped(load.listeners)} | ${cores(load.streamCores)} | ${cores(load.roomCores)} | ${memory} | ${network} | ${icecast} |`
}

const micro = (seconds: number) => `${(seconds * MICROSECONDS).toFixed(1)} us a second`
const ofCore = (share: number) => `${(share * PERCENT).toFixed(1)} % of a core`
const cores = (count: number) => `${count.toFixed(3)} cores`
const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`
const megabits = (bitsPerSecond: number) => `${grouped(Math.ceil(bitsPerSecond / MEGABIT))} Mbit/s`
const grouped = (count: number) => count.toLocaleString('en-US')
/** Two digits that matter: more would promise what no measurement holds. */
const round = (count: number) => grouped(Number(count.toPrecision(2)))
