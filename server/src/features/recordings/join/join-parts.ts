import { randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { OggMuxer } from '../../../media/ogg/muxer.ts'
import { type OggPage, OggReader } from '../../../media/ogg/reader.ts'
import { preSkipInSamples } from '../../../media/opus/head.ts'
import { Waveform } from './waveform.ts'

/** About a second of sound: what a damaged page may take with it. */
const READ_BYTES = 16 * 1024
/** OpusHead and OpusTags have a page each (RFC 7845 s3). */
const HEADER_PAGES = 2
const SAMPLES_PER_MS = 48

/** Which files become one, in order, and where. */
export type JoinJob = { parts: readonly string[]; target: string }
/** What came of it. `peaks` are heights from 0 to 255. */
export type Joined = { bytes: number; durationMs: number; peaks: Uint8Array }

/**
 * Writes the packets of all parts as one Ogg Opus stream: one serial number, page numbers and granule positions that go
 * on, and a last page that says so (RFC 7845 s4). A part counts up to its first page that is damaged or not whole. Null
 * when there is no sound in any. Blocks its thread, and holds a page at a time.
 */
export async function joinParts({ parts, target }: JoinJob): Promise<Joined | null> {
  const waveform = await Waveform.create(parts.reduce((sum, path) => sum + statSync(path).size, 0))
  const file = openSync(target, 'w', 0o600)
  try {
    const durationInSamples = copy(parts, file, waveform)
    if (durationInSamples === null) return null
    fsyncSync(file)
    return {
      bytes: statSync(target).size,
      durationMs: Math.round(Math.max(0, durationInSamples - preSkipInSamples) / SAMPLES_PER_MS),
      peaks: waveform.heights(durationInSamples),
    }
  } finally {
    closeSync(file)
    waveform.free()
  }
}

/** Gives how many samples were written, pre-skip included. */
function copy(parts: readonly string[], file: number, waveform: Waveform): number | null {
  const muxer = new OggMuxer({ serialNumber: randomInt(2 ** 32) })
  writeSync(file, muxer.headerPages())
  // The last page is known as such only when no other comes.
  let held: Uint8Array[] | null = null
  for (const part of parts)
    for (const { packets } of soundingPages(part)) {
      if (held) writeSync(file, muxer.page(held))
      waveform.push(packets, muxer.granulePosition)
      held = packets
    }
  if (!held) return null
  writeSync(file, muxer.lastPage(held))
  return muxer.granulePosition
}

function* soundingPages(path: string): Generator<OggPage> {
  for (const page of pagesOf(path)) if (page.sequence >= HEADER_PAGES && page.packets.length > 0) yield page
}

function* pagesOf(path: string): Generator<OggPage> {
  const reader = new OggReader()
  const chunk = new Uint8Array(READ_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
      const result = reader.push(chunk.subarray(0, bytes))
      if (!result.ok) return
      yield* result.pages
    }
  } finally {
    closeSync(file)
  }
}
