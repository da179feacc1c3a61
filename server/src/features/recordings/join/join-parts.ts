import { randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import type { RecordedOutage } from '@carillon/contract/recordings/schemas'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { pageSequence } from '@carillon/media/ogg/page'
import { preSkipInSamples } from '@carillon/media/opus/head'
import { durationInSamples, readPacket } from '@carillon/media/opus/packet'
import { isSilencePacket } from '@carillon/media/opus/silence'
import { type ExchangePlan, FILL_SAMPLES, planExchange } from '@carillon/media/takes/exchange'
import type { MapLine } from '@carillon/media/takes/packet-map'
import { exchangedPages, type OutPage } from './exchanged-pages.ts'
import { LineLosses } from './line-losses.ts'
import { MapWriter } from './map-writer.ts'
import { addPackets, noteTakes, type Origins, type Part, readOrigins } from './parts.ts'
import { SaidPackets, type TakeFile } from './said-packets.ts'
import { Waveform } from './waveform.ts'

const SAMPLES_PER_MS = 48
/** A recording that is shorter than its show by less has begun and ended as any other. */
const LEAST_LACKING_MS = 5_000
/** Silence that a mount of its own begins with, ahead of its show. */
const LEAD_MS = 3_000

/**
 * Which files become one, in order, and where. `maps` are those beside the parts; `said` and `takes` are what was uploaded for
 * them, and of which takes; `showMs` is how long the show was, as far as that is known; `targetMap` is where the map of what is
 * joined goes, if there is anything to note.
 */
export type JoinJob = {
  parts: readonly string[]
  maps?: readonly (string | null)[]
  said?: readonly TakeFile[]
  takes?: readonly MapLine[]
  showMs?: number
  target: string
  targetMap?: string
}
/** Result of joining. `soundMs` is the length without silence of the station; `peaks` are heights from 0 to 255. */
export type Joined = { bytes: number; durationMs: number; soundMs: number; peaks: Uint8Array } & Exchanged
/** Packets that were put in, packets of silence for which more may come, and where the DJ's line was lost. */
type Exchanged = Pick<ExchangePlan, 'inserted' | 'silenceLeft'> & { outages: RecordedOutage[] }

/**
 * Writes the packets of all parts as one Ogg Opus stream: one serial number, page numbers and granule positions that go
 * on, and a last page that says so (RFC 7845 s4). Pages that are damaged or not whole are left out, and filled-in silence
 * goes for what was said instead. Null when there is no sound in any. Blocks its thread, and holds a page at a time.
 */
export async function joinParts(job: JoinJob): Promise<Joined | null> {
  const { parts, target } = job
  const waveform = await Waveform.create(parts.reduce((sum, path) => sum + statSync(path).size, 0))
  const file = openSync(target, 'w', 0o600)
  try {
    const copied = copy(job, { file, waveform })
    if (copied === null) return null
    const { durationInSamples, soundInSamples, ...exchanged } = copied
    fsyncSync(file)
    return {
      bytes: statSync(target).size,
      durationMs: Math.round(Math.max(0, durationInSamples - preSkipInSamples) / SAMPLES_PER_MS),
      soundMs: Math.round(soundInSamples / SAMPLES_PER_MS),
      peaks: waveform.heights(durationInSamples),
      ...exchanged,
    }
  } finally {
    closeSync(file)
    waveform.free()
  }
}

type Output = { file: number; waveform: Waveform }

/** Gives how many samples were written, pre-skip included, and how many of them are sound; null for none. */
function copy(
  { parts, maps = [], said = [], takes = [], showMs = 0, targetMap }: JoinJob,
  output: Output,
): ({ durationInSamples: number; soundInSamples: number } & Exchanged) | null {
  const { file, waveform } = output
  const pairs: Part[] = parts.map((path, index) => ({ path, map: maps[index] ?? null }))
  const origins = readOrigins(pairs)
  if (origins.takes.size > 0) noteTakes(takes, origins)
  const uploaded = new SaidPackets(said, origins)
  const lacking = lackingSamples(origins, showMs)
  const { steps, inserted, silenceLeft } = planExchange(origins.runs, origins.takes, uploaded.all, lacking)
  for (const step of steps)
    if (step.type === 'insert')
      for (const packet of step.packets)
        if (!uploaded.isOnAir(packet)) addPackets(origins.uploaded, { ...packet, count: 1 })
  const losses = new LineLosses(origins)
  const map = targetMap === undefined || origins.takes.size === 0 ? null : new MapWriter(targetMap, origins)
  try {
    const muxer = new OggMuxer({ serialNumber: randomInt(2 ** 32) })
    write(file, muxer.headerPages())
    const put = (bytes: Uint8Array, { runs }: OutPage) => {
      map?.push(pageSequence(bytes), runs)
      write(file, bytes)
    }
    // The last page is known as such only when no other comes.
    let held: OutPage | null = null
    let soundInSamples = 0
    for (const page of exchangedPages(pairs, origins, { said: uploaded, steps })) {
      const packets = page.packets.filter((packet) => readPacket(packet).ok)
      if (packets.length === 0) continue
      if (held) put(muxer.page(held.packets), held)
      waveform.push(packets, muxer.granulePosition)
      for (const packet of packets) if (!isSilencePacket(packet)) soundInSamples += durationInSamples(packet)
      const isWhole = packets.length === page.packets.length
      held = { packets, runs: isWhole ? page.runs : [{ kind: 'other', count: packets.length }] }
      losses.push(held)
    }
    if (!held) return null
    put(muxer.lastPage(held.packets), held)
    return {
      durationInSamples: muxer.granulePosition,
      soundInSamples,
      inserted,
      silenceLeft,
      outages: losses.end(),
    }
  } finally {
    map?.close()
  }
}

/** Length of the show that was not recorded, as on a full disk, or while the station was down. */
function lackingSamples({ runs: [first], samples }: Origins, showMs: number): number {
  const lackingMs = showMs - samples / SAMPLES_PER_MS
  if (lackingMs < LEAST_LACKING_MS) return 0
  const lead = first?.kind === 'silence' ? Math.min(first.count * FILL_SAMPLES, LEAD_MS * SAMPLES_PER_MS) : 0
  return Math.round(lackingMs * SAMPLES_PER_MS) + lead
}

/** On a disk that fills up, a part of what is asked may be written without an error. */
function write(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
