import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { headerPages } from '@carillon/media/ogg/page'
import { type OggPage, OggReader } from '@carillon/media/ogg/reader'
import { durationInSamples } from '@carillon/media/opus/packet'
import { NumberRanges } from '@carillon/media/takes/number-ranges'
import {
  appendRun,
  countOf,
  firstOf,
  type MapLine,
  type MapRun,
  readMap,
  type TakeState,
} from '@carillon/media/takes/packet-map'

const READ_BYTES = 64 * 1024

/** File of sound, and the map beside it; null where there is none. */
export type Part = { path: string; map: string | null }

/**
 * Maps of all parts: of whom each packet is, how long they are in samples at 48 kHz, the takes, what is never taken, and what
 * came by an upload.
 */
export type Origins = {
  runs: MapRun[]
  samples: number
  takes: Map<string, TakeState>
  withheld: Map<string, NumberRanges>
  uploaded: Map<string, NumberRanges>
}

/** Pages of a part that have packets, as far as they are readable. */
export function* pagesWithSound(path: string): Generator<OggPage> {
  for (const page of pagesOf(path)) if (page.sequence >= headerPages && page.packets.length > 0) yield page
}

/** Reads of whom the packets of some parts are, in order; packets that no map knows are of somebody else. */
export function readOrigins(parts: readonly Part[]): Origins {
  const origins: Origins = {
    ...{ runs: [], samples: 0 },
    ...{ takes: new Map(), withheld: new Map(), uploaded: new Map() },
  }
  const maps = parts.map(({ map }) => (map === null ? [] : readMap(readFileSync(map, 'utf8'))))
  for (const lines of maps) noteTakes(lines, origins)
  // Without a take nothing is exchanged, and nobody asks.
  if (origins.takes.size === 0) return origins
  for (const [index, { path }] of parts.entries())
    for (const { runs, samples } of runsOf(path, maps[index] ?? [])) {
      origins.samples += samples
      for (const run of runs) appendRun(origins.runs, run)
    }
  return origins
}

/** Takes what maps say about takes, beside their pages. */
export function noteTakes(lines: readonly MapLine[], origins: Omit<Origins, 'runs' | 'samples'>): void {
  for (const line of lines) {
    if (line.type === 'take' && !origins.takes.has(line.takeId)) origins.takes.set(line.takeId, line)
    if (line.type === 'withheld' || line.type === 'uploaded') addPackets(origins[line.type], line)
  }
}

/** Adds packets of a take to those of all. */
export function addPackets(
  all: Map<string, NumberRanges>,
  { takeId, number, count }: { takeId: string; number: number; count: number },
): void {
  const ranges = all.get(takeId) ?? new NumberRanges()
  ranges.add(number, number + count)
  all.set(takeId, ranges)
}

/**
 * Reads the runs of each page. A line of the map is written ahead of its pages: of those that are missing at its end, the packets
 * are not there.
 */
function* runsOf(path: string, lines: readonly MapLine[]): Generator<Pick<Origins, 'runs' | 'samples'>> {
  const known = lines.filter((line) => line.type === 'pages')
  let next = 0
  let left: MapRun[] = []
  let expected = -1
  for (const { sequence, packets } of pagesWithSound(path)) {
    const [line] = known.slice(next, next + 1)
    if (line?.sequence === sequence) {
      left = [...line.runs]
      next++
    } else if (sequence !== expected) left = []
    while ((known[next]?.sequence ?? Number.POSITIVE_INFINITY) <= sequence) next++
    expected = sequence + 1
    const runs = firstOf(left, packets.length)
    const others = packets.length - countOf(runs)
    if (others > 0) runs.push({ kind: 'other', count: others })
    yield { runs, samples: packets.reduce((sum, packet) => sum + durationInSamples(packet), 0) }
    left = withoutFirst(left, packets.length)
  }
}

function withoutFirst(runs: readonly MapRun[], count: number): MapRun[] {
  let gone = count
  return runs.flatMap((run) => {
    const here = Math.min(gone, run.count)
    gone -= here
    if (here === run.count) return []
    const rest = { ...run, count: run.count - here }
    return [rest.kind === 'take' ? { ...rest, number: rest.number + here } : rest]
  })
}

function* pagesOf(path: string): Generator<OggPage> {
  const reader = new OggReader()
  const chunk = new Uint8Array(READ_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
      let result = reader.push(chunk.subarray(0, bytes))
      for (; !result.ok; result = reader.skipDamage()) yield* result.pages
      yield* result.pages
    }
  } finally {
    closeSync(file)
  }
}
