/** The samples at 48 kHz a decoder throws away at the start; libopus needs 312 (RFC 7845 s4.2). */
export const preSkipInSamples = 312

/** RFC 7845 s5.1: identification header. */
export type OpusHead = { channels: number; preSkip: number; inputSampleRate: number }
export type OpusHeadResult = { ok: true; value: OpusHead } | { ok: false; error: 'NOT_OPUS_HEAD' }

const magic = ascii('OpusHead')
const tagsMagic = ascii('OpusTags')

/** The identification header of every mount: stereo, pre-skip 312, 48000 Hz (RFC 7845 s5.1). */
export function opusHead(): Uint8Array {
  const head = new Uint8Array(19)
  const view = new DataView(head.buffer)
  head.set(magic)
  head[8] = 1 // version
  head[9] = 2 // channel count
  view.setUint16(10, preSkipInSamples, true)
  view.setUint32(12, 48_000, true) // input sample rate
  view.setInt16(16, 0, true) // output gain
  head[18] = 0 // channel mapping family: mono or stereo
  return head
}

/** The comment header: vendor and no comments (RFC 7845 s5.2). */
export function opusTags(vendor: string): Uint8Array {
  const name = new TextEncoder().encode(vendor)
  const tags = new Uint8Array(8 + 4 + name.length + 4)
  tags.set(tagsMagic)
  new DataView(tags.buffer).setUint32(8, name.length, true) // vendor string length
  tags.set(name, 12)
  return tags // user comment list length stays 0
}

/** Reads an identification header, as a WebM track carries it. Only version 0.x/1.x and mapping family 0. */
export function readOpusHead(bytes: Uint8Array): OpusHeadResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const channels = bytes[9] ?? 0
  const isHead = bytes.length >= 19 && magic.every((byte, index) => bytes[index] === byte)
  if (!isHead || (bytes[8] ?? 0) > 15 || bytes[18] !== 0 || channels < 1 || channels > 2)
    return { ok: false, error: 'NOT_OPUS_HEAD' }
  return {
    ok: true,
    value: { channels, preSkip: view.getUint16(10, true), inputSampleRate: view.getUint32(12, true) },
  }
}

/** Whether a packet is one of the two headers of a stream, OpusHead or OpusTags (RFC 7845 s5). */
export function isHeaderPacket(packet: Uint8Array): boolean {
  return [magic, tagsMagic].some((name) => name.every((byte, index) => packet[index] === byte))
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
