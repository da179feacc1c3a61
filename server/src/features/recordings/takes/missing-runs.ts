import type { FileHandle } from 'node:fs/promises'
import { headerPages } from '@carillon/media/ogg/page'
import { OggReader } from '@carillon/media/ogg/reader'
import { durationInSamples } from '@carillon/media/opus/packet'
import type { NumberRanges } from '@carillon/media/takes/number-ranges'
import type { MapLine, MapRun } from '@carillon/media/takes/packet-map'
import { addPackets } from '../join/parts.ts'
import { RunReader } from '../join/run-reader.ts'
import type { Gift } from './take-files.ts'

/** Length of a run at most: ten seconds, as a page uploads them. In samples at 48 kHz. */
const MAX_SAMPLES = 10 * 48_000

/** Packets that follow each other in a take, as they are given. */
export type MissingRun = { takeId: string; from: number; gift: Gift; packets: Uint8Array[] }

/** Packets of takes by the takes' ids. */
type Held = ReadonlyMap<string, NumberRanges>

/** Counts the packets of takes in a recording with this map that are not among those held. */
export function countMissing(map: readonly MapLine[], held: Held): number {
  let count = 0
  for (const run of runsIn(map))
    if (run.kind === 'take')
      count += run.count - (held.get(run.takeId)?.countIn(run.number, run.number + run.count) ?? 0)
  return count
}

/** Reads those packets from a recording, in its order, a bit at a time. The file stays open. */
export async function* missingRuns(
  file: FileHandle,
  map: readonly MapLine[],
  held: Held,
): AsyncGenerator<MissingRun> {
  const uploaded = uploadedIn(map)
  const origins = new RunReader(runsIn(map))
  let run = null as MissingRun | null
  let samples = 0
  for await (const packet of packetsOf(file)) {
    const origin = origins.next()
    if (origin.kind !== 'take' || held.get(origin.takeId)?.has(origin.number)) continue
    const { takeId, number } = origin
    const gift = uploaded.get(takeId)?.has(number) ? 'late' : 'air'
    samples += durationInSamples(packet)
    const goesOn = run?.takeId === takeId && run.gift === gift && run.from + run.packets.length === number
    if (run && goesOn && samples <= MAX_SAMPLES) run.packets.push(packet)
    else {
      if (run) yield run
      run = { takeId, from: number, gift, packets: [packet] }
      samples = durationInSamples(packet)
    }
  }
  if (run) yield run
}

function uploadedIn(map: readonly MapLine[]): Map<string, NumberRanges> {
  const uploaded = new Map<string, NumberRanges>()
  for (const line of map) if (line.type === 'uploaded') addPackets(uploaded, line)
  return uploaded
}

const runsIn = (map: readonly MapLine[]): MapRun[] =>
  map.flatMap((line) => (line.type === 'pages' ? line.runs : []))

/** Packets of a recording that was joined here. What is damaged ends it: from there on the map is of other packets. */
async function* packetsOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  const reader = new OggReader()
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    const result = reader.push(chunk as Buffer)
    for (const { sequence, packets } of result.pages) if (sequence >= headerPages) yield* packets
    if (!result.ok) return
  }
}
