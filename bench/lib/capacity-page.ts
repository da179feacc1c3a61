import { CHAT_PER_SECOND, type Costs, carriedByOneCore, type Load, loadOf, USED_SHARE } from './capacity.ts'

const AUDIENCES = [100, 1_000, 10_000, 100_000]
const MICROSECONDS = 1e6
const PERCENT = 100
const KIB = 1024
const MIB = 1024 ** 2
const MEGABIT = 1e6

/** `docs/CAPACITY.md`: what was measured, and what follows. `machine` names processor and versions. */
export function capacityPage(costs: Costs, crowd: number, machine: string): string {
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

function loadRow(load: Load): string {
  const network = `${grouped(Math.ceil(load.bitsPerSecond / MEGABIT))} Mbit/s`
  const memory = `${grouped(Math.ceil(load.bytes / MIB))} MiB`
  const servers = load.icecasts === 1 ? 'one Icecast' : `${load.icecasts} Icecasts, one of them the master`
  const icecast = `${cores(load.icecastCores)}, ${servers}`
  return `| ${grouped(load.listeners)} | ${cores(load.streamCores)} | ${cores(load.roomCores)} | ${memory} | ${network} | ${icecast} |`
}

const micro = (seconds: number) => `${(seconds * MICROSECONDS).toFixed(1)} us a second`
const ofCore = (share: number) => `${(share * PERCENT).toFixed(1)} % of a core`
const cores = (count: number) => `${count.toFixed(3)} cores`
const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`
const grouped = (count: number) => count.toLocaleString('en-US')
/** Two digits that matter: more would promise what no measurement holds. */
const round = (count: number) => grouped(Number(count.toPrecision(2)))
