import { readOpusHead } from '../opus/head.ts'
import { readHeader, readUnsigned } from './ebml.ts'
import { elementIds } from './elements.ts'

/** The Opus track of a recorder session. */
export type OpusTrack = {
  /** As blocks name it. */
  number: number
  channels: number
  /** Sample rate of the encoder's input in Hz, for information: Opus always plays at 48000. */
  sampleRate: number
  /** Samples at 48 kHz to throw away at the start. */
  preSkip: number
  /** The OpusHead, as the recorder wrote it; a copy. */
  codecPrivate: Uint8Array
}

export type TrackResult =
  | { ok: true; value: OpusTrack }
  | { ok: false; error: 'NO_TRACK' | 'CODEC_UNSUPPORTED' }

/** Finds the first Opus track in the data of a Tracks element (RFC 9559 s5.1.4). */
export function readTracks(bytes: Uint8Array): TrackResult {
  let error: 'NO_TRACK' | 'CODEC_UNSUPPORTED' = 'NO_TRACK'
  for (const [id, data] of children(bytes)) {
    if (id !== elementIds.trackEntry) continue
    const track = readTrackEntry(data)
    if (track) return { ok: true, value: track }
    error = 'CODEC_UNSUPPORTED'
  }
  return { ok: false, error }
}

function readTrackEntry(bytes: Uint8Array): OpusTrack | null {
  const fields = new Map(children(bytes))
  const number = fields.get(elementIds.trackNumber)
  const codec = fields.get(elementIds.codecId)
  const codecPrivate = fields.get(elementIds.codecPrivate)
  if (!number || !codec || !codecPrivate || fields.has(elementIds.contentEncodings)) return null
  if (!/^A_OPUS\0*$/.test(String.fromCharCode(...codec.subarray(0, 32)))) return null
  const head = readOpusHead(codecPrivate)
  if (!head.ok) return null
  const { channels, preSkip, inputSampleRate } = head.value
  return {
    number: readUnsigned(number, 0, Math.min(number.length, 8)),
    channels,
    sampleRate: inputSampleRate,
    preSkip,
    codecPrivate: codecPrivate.slice(),
  }
}

/** The children of an element, in order, up to the first that is cut off or of unknown size. */
function* children(bytes: Uint8Array): Generator<[id: number, data: Uint8Array]> {
  let at = 0
  while (at < bytes.length) {
    const header = readHeader(bytes, at, bytes.length)
    if (typeof header === 'string') return
    const start = at + header.headerBytes
    at = start + header.dataBytes
    if (at > bytes.length) return
    yield [header.id, bytes.subarray(start, at)]
  }
}
