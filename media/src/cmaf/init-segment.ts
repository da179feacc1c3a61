import { concatBytes } from '../bytes.ts'
import { preSkipInSamples } from '../opus/head.ts'
import { opusSampleRate } from '../opus/packet.ts'
import { ascii, box, fullBox, u16, u32 } from './box.ts'

/** ISO/IEC 14496-12 s8.3.2: its tracks are numbered from 1, and this is the only one. */
export const trackId = 1
/** The track is enabled and part of the presentation. */
const enabledInMovie = 3
/** Nothing depends on others: each sample can be decoded first (ISO/IEC 14496-12 s8.8.3). */
const independent = 0x0200_0000
/** Rows of an affine map that changes nothing, as each header has it. */
const unityMatrix = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)
const fullVolume = 0x100
const undetermined = 0x55c4 // language "und", five bits a letter
const channels = 2
const sampleBits = 16
/**
 * A decoder that begins anywhere is right after 80 ms. Counted in samples of the file, which are packets: of the
 * shortest, 2.5 ms, it takes 32 (Encapsulation of Opus in ISOBMFF s4.3.6.2).
 */
const prerollPackets = -32

/**
 * The initialisation segment of every Opus track of ours: stereo, 48 kHz, no sample of its own. The first 312 samples of
 * the timeline are decoded and not played (Encapsulation of Opus in ISOBMFF s4.4; ISO/IEC 23000-19 for the brands).
 * `preSkip` is for who wants another number of them, as none.
 */
export function initSegment(preSkip = preSkipInSamples): Uint8Array<ArrayBuffer> {
  const brands = ['cmfc', 'iso6', 'opus'].map(ascii)
  return concatBytes([
    box('ftyp', ascii('cmfc'), u32(0), ...brands),
    box('moov', movieHeader(), track(preSkip), box('mvex', trackDefaults())),
  ])
}

function movieHeader(): Uint8Array {
  const times = u32(0, 0, opusSampleRate, 0) // created, changed, timescale, no duration of its own
  const nextTrackId = u32(trackId + 1)
  const rateAndVolume = [u32(0x1_0000), u16(fullVolume, 0), u32(0, 0)]
  const predefined = u32(0, 0, 0, 0, 0, 0)
  return fullBox('mvhd', {}, times, ...rateAndVolume, unityMatrix, predefined, nextTrackId)
}

function track(preSkip: number): Uint8Array {
  const header = fullBox(
    'tkhd',
    { flags: enabledInMovie },
    u32(0, 0, trackId, 0, 0), // created, changed, id, reserved, no duration of its own
    u32(0, 0),
    u16(0, 0, fullVolume, 0), // layer, alternate group
    unityMatrix,
    u32(0, 0), // no width and height
  )
  // The whole of the fragments, from behind the samples that a decoder throws away.
  const edits = box('edts', fullBox('elst', {}, u32(1, 0, preSkip), u16(1, 0)))
  return box('trak', header, edits, media(preSkip))
}

function media(preSkip: number): Uint8Array {
  const header = fullBox('mdhd', {}, u32(0, 0, opusSampleRate, 0), u16(undetermined, 0))
  const handler = fullBox('hdlr', {}, u32(0), ascii('soun'), u32(0, 0, 0), ascii('Carillon\0'))
  const soundHeader = fullBox('smhd', {}, u16(0, 0))
  const inThisFile = fullBox('url ', { flags: 1 })
  const information = box('dinf', fullBox('dref', {}, u32(1), inThisFile))
  return box('mdia', header, handler, box('minf', soundHeader, information, sampleTable(preSkip)))
}

/** No samples: they come in fragments. */
function sampleTable(preSkip: number): Uint8Array {
  const empty = (type: string) => fullBox(type, {}, u32(0))
  return box(
    'stbl',
    fullBox('stsd', {}, u32(1), sampleEntry(preSkip)),
    empty('stts'),
    empty('stsc'),
    fullBox('stsz', {}, u32(0, 0)),
    empty('stco'),
    // Version 2 has a default: the one description, for every sample there will be.
    fullBox('sgpd', { version: 2 }, ascii('roll'), u32(1, 1), u16(prerollPackets)),
  )
}

/** Encapsulation of Opus in ISOBMFF s4.3.1 and s4.3.2: the fields of OpusHead, in the other byte order. */
function sampleEntry(preSkip: number): Uint8Array {
  const dataReference = u16(0, 0, 0, 1)
  const sound = [u32(0, 0), u16(channels, sampleBits, 0, 0), u32(opusSampleRate * 2 ** 16)]
  const versionAndChannels = Uint8Array.of(0, channels)
  const gainAndFamily = Uint8Array.of(0, 0, 0)
  const specific = box('dOps', versionAndChannels, u16(preSkip), u32(opusSampleRate), gainAndFamily)
  return box('Opus', dataReference, ...sound, specific)
}

function trackDefaults(): Uint8Array {
  const description = 1
  return fullBox('trex', {}, u32(trackId, description, 0, 0, independent))
}
