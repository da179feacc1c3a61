import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxAt, boxesIn, readSegment } from '../fixtures/boxes.ts'
import { captures } from '../fixtures/captures.ts'
import { demux, packetsOf } from '../fixtures/demux.ts'
import { bytes, sameBytes } from '../fixtures/webm.ts'
import { durationInSamples } from '../opus/packet.ts'
import { initSegment } from './init-segment.ts'
import { mediaSegment } from './media-segment.ts'

const SEGMENT_PACKETS = 50
const durationOf = (packets: readonly Uint8Array[]) =>
  packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)

/** Packets in segments from this place on, behind their initialisation segment. */
function fileOf(packets: readonly Uint8Array[], from = 0): Uint8Array {
  const segments: Uint8Array[] = []
  let startInSamples = from
  for (let at = 0; at < packets.length; at += SEGMENT_PACKETS) {
    const group = packets.slice(at, at + SEGMENT_PACKETS)
    segments.push(mediaSegment({ sequence: segments.length + 1, startInSamples, packets: group }))
    startInSamples += durationOf(group)
  }
  return bytes(initSegment(), ...segments)
}

/** Report of ffprobe on each packet, samples that ffmpeg decodes, and all that either complains of. */
function judge(file: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'cmaf-'))
  const path = join(folder, 'sound.mp4')
  writeFileSync(path, file)
  const entries = ['-show_entries', 'packet=pts,size', '-of', 'csv=p=0']
  const probed = spawnSync('ffprobe', ['-v', 'warning', ...entries, path], { encoding: 'utf8' })
  const decoded = spawnSync('ffmpeg', ['-v', 'warning', '-i', path, '-f', 's16le', '-'], {
    maxBuffer: 64 * 1024 * 1024,
  })
  rmSync(folder, { recursive: true })
  const packets = probed.stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))
  return {
    starts: packets.map(([start]) => start),
    sizes: packets.map(([, size]) => size),
    samples: decoded.stdout.length / 4,
    complaints: probed.stderr + decoded.stderr,
  }
}

/** A packet of 2.5 to 60 ms by its configuration and code (RFC 6716 s3.1), its frames of these bytes. */
const anyPacket = fc
  .record({
    config: fc.integer({ min: 0, max: 31 }),
    isDouble: fc.boolean(),
    frame: fc.uint8Array({ minLength: 1, maxLength: 400 }),
  })
  .map(({ config, isDouble, frame }) =>
    Uint8Array.of((config << 3) | 4 | Number(isDouble), ...frame, ...(isDouble ? frame : [])),
  )
  .filter((packet) => durationInSamples(packet) <= 2_880)

describe('the initialisation segment', () => {
  test('[HL1] has one track of Opus, stereo at 48 kHz, and no sample', () => {
    const init = initSegment()
    expect(boxesIn(init).map(({ type }) => type)).toEqual(['ftyp', 'moov'])
    const description = boxAt(init, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd').subarray(8)
    const entry = boxAt(description, 'Opus')
    expect(entry.subarray(16, 20)).toEqual(Uint8Array.of(0, 2, 0, 16))
    // Version, channels, pre-skip 312, 48000 Hz, no gain, family 0.
    expect(boxAt(entry.subarray(28), 'dOps')).toEqual(Uint8Array.of(0, 2, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0))
  })

  test('[HL1] leaves out the samples that a decoder throws away, with an edit', () => {
    const edits = boxAt(initSegment(), 'moov', 'trak', 'edts', 'elst')
    expect(edits).toEqual(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0x38, 0, 1, 0, 0))
  })
})

describe('media segments', () => {
  test.each(captures.map(({ name, chunks }) => [name, packetsOf(demux(chunks))] as const))(
    '[HL2] ffprobe finds each packet of %s in its place, and ffmpeg decodes all of them without a word',
    (_, packets) => {
      const { starts, sizes, samples, complaints } = judge(fileOf(packets))
      expect(complaints).toBe('')
      expect(sizes).toEqual(packets.map(({ length }) => length))
      expect(starts).toEqual(packets.map((_, index) => durationOf(packets.slice(0, index)) - 312))
      expect(samples).toBe(durationOf(packets) - 312)
    },
  )

  test('[HL2] a year into the timeline they stand in the same order', () => {
    const packets = packetsOf(demux(captures[7]?.chunks ?? []))
    const yearInSamples = 365 * 86_400 * 48_000
    const { starts, complaints } = judge(fileOf(packets, yearInSamples))
    expect(complaints).toBe('')
    expect(starts).toEqual(packets.map((_, index) => yearInSamples - 312 + index * 960))
  })

  test('[HL2] any packets of 2.5 to 60 ms come back, with their lengths and their place', () => {
    fc.assert(
      fc.property(
        fc.array(anyPacket, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.integer({ min: 0, max: 2 ** 50 }),
        (packets, sequence, startInSamples) => {
          const segment = mediaSegment({ sequence, startInSamples, packets })
          expect(boxesIn(segment).map(({ type }) => type)).toEqual(['styp', 'moof', 'mdat'])
          const read = readSegment(segment)
          expect(read).toMatchObject({ sequence, startInSamples, restBytes: 0 })
          expect(read.durationsInSamples).toEqual(packets.map(durationInSamples))
          expect(sameBytes(read.packets, packets)).toBe(true)
          expect(mediaSegment({ sequence, startInSamples, packets })).toEqual(segment)
        },
      ),
    )
  })
})
