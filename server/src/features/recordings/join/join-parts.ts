import { randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { headerPages } from '@carillon/media/ogg/page'
import { type OggPage, OggReader } from '@carillon/media/ogg/reader'
import { preSkipInSamples } from '@carillon/media/opus/head'
import { readPacket } from '@carillon/media/opus/packet'
import { Waveform } from './waveform.ts'

const READ_BYTES = 64 * 1024
const SAMPLES_PER_MS = 48

/** Which files become one, in order, and where. */
export type JoinJob = { parts: readonly string[]; target: string }
/** Result of joining. `peaks` are heights from 0 to 255. */
export type Joined = { bytes: number; durationMs: number; peaks: Uint8Array }

/**
 * Writes the packets of all parts as one Ogg Opus stream: one serial number, page numbers and granule positions that go
 * on, and a last page that says so (RFC 7845 s4). Pages that are damaged or not whole are left out. Null when there is no
 * sound in any. Blocks its thread, and holds a page at a time.
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
  write(file, muxer.headerPages())
  // The last page is known as such only when no other comes.
  let held: Uint8Array[] | null = null
  for (const part of parts)
    for (const packets of soundIn(part)) {
      if (held) write(file, muxer.page(held))
      waveform.push(packets, muxer.granulePosition)
      held = packets
    }
  if (!held) return null
  write(file, muxer.lastPage(held))
  return muxer.granulePosition
}

/** On a disk that fills up, a part of what is asked may be written without an error. */
function write(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Packets of each page that has any, as far as they are readable. */
function* soundIn(path: string): Generator<Uint8Array[]> {
  for (const page of pagesOf(path)) {
    const packets = page.packets.filter((packet) => readPacket(packet).ok)
    if (page.sequence >= headerPages && packets.length > 0) yield packets
  }
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
