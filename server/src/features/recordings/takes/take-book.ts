import { open, readFile, stat } from 'node:fs/promises'
import { type OggPage, OggReader } from '@carillon/media/ogg/reader'
import { NumberRanges } from '@carillon/media/takes/number-ranges'
import { firstOf, type MapLine, type MapRun, readMap, type TakeState } from '@carillon/media/takes/packet-map'
import type { Part } from '../join/parts.ts'
import type { KeptFile } from './take-files.ts'

/** End of a part in which the pages of its last line are looked for. */
const TAIL_BYTES = 256 * 1024

/** Takes of a show, and which of their packets are at the station for good. */
export type TakeBook = { takes: Map<string, TakeState>; at: Map<string, NumberRanges> }

/** Reads the takes of a show: those of the maps, and those that never had a connection. */
export async function readTakeBook(
  parts: readonly Part[],
  more: readonly MapLine[],
  kept: readonly KeptFile[],
): Promise<TakeBook> {
  const book: TakeBook = { takes: new Map(), at: new Map() }
  for (const part of parts) note(book, await writtenLines(part))
  note(book, more)
  for (const { takeId, from, count } of kept) rangesOf(book, takeId).add(from, from + count)
  return book
}

/** Number of packets of a take up to which all are at the station. */
export function writtenUpTo({ takes, at }: TakeBook, takeId: string): number {
  const from = takes.get(takeId)?.from ?? 0
  return at.get(takeId)?.endOf(from) ?? from
}

/** Counts the packets of a take from `to` on that are at the station; 0 where any is missing between those. */
export function restThere({ at }: TakeBook, takeId: string, to: number): number {
  const end = at.get(takeId)?.all().at(-1)?.to ?? to
  return at.get(takeId)?.endOf(to) === end ? end - to : 0
}

/** Length of what is recorded, in samples at 48 kHz, by the last page of each part: no less than it is. */
export async function recordedSamples(parts: readonly Part[]): Promise<number> {
  let samples = 0
  for (const { path } of parts) {
    const last = pagesIn(await tailOf(path)).at(-1)
    samples += Math.max(0, last?.granulePosition ?? 0)
  }
  return samples
}

function note(book: TakeBook, lines: readonly MapLine[]): void {
  for (const line of lines) {
    if (line.type === 'take' && !book.takes.has(line.takeId)) book.takes.set(line.takeId, line)
    if (line.type === 'withheld') addRun(book, { ...line, kind: 'take' })
    if (line.type === 'pages') for (const run of line.runs) addRun(book, run)
  }
}

function addRun(book: TakeBook, run: MapRun): void {
  if (run.kind === 'take') rangesOf(book, run.takeId).add(run.number, run.number + run.count)
}

function rangesOf({ at }: TakeBook, takeId: string): NumberRanges {
  const ranges = at.get(takeId) ?? new NumberRanges()
  at.set(takeId, ranges)
  return ranges
}

/** Lines of a map, of which the last was written ahead of pages that may not have followed. */
async function writtenLines({ path, map }: Part): Promise<MapLine[]> {
  if (map === null) return []
  const lines = readMap(await readFile(map, 'utf8'))
  const last = lines.findLast((line) => line.type === 'pages')
  if (!last) return lines
  const written = await packetsFrom(path, last.sequence)
  return lines.map((line) => (line === last ? { ...last, runs: firstOf(last.runs, written) } : line))
}

/** Counts the packets at the end of a part on pages that follow each other from `sequence` on. */
async function packetsFrom(path: string, sequence: number): Promise<number> {
  let next = sequence
  let count = 0
  for (const page of pagesIn(await tailOf(path))) {
    if (page.sequence !== next) continue
    next++
    count += page.packets.length
  }
  return count
}

function pagesIn(bytes: Uint8Array): OggPage[] {
  const reader = new OggReader()
  let result = reader.push(bytes)
  const pages = [...result.pages]
  for (; !result.ok; pages.push(...result.pages)) result = reader.skipDamage()
  return pages
}

async function tailOf(path: string): Promise<Uint8Array> {
  const { size } = await stat(path)
  const bytes = new Uint8Array(Math.min(size, TAIL_BYTES))
  const file = await open(path, 'r')
  try {
    await file.read(bytes, 0, bytes.length, size - bytes.length)
  } finally {
    await file.close()
  }
  return bytes
}
