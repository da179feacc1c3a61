/** Granule positions and durations count samples at this rate, whatever the encoder was fed with (RFC 7845 s4). */
export const opusSampleRate = 48_000
/** The most a packet may last: 120 ms at 48 kHz (RFC 6716 s3.4, R5). */
export const maxPacketDurationInSamples = 5760
/** The longest frame that one length field can tell (RFC 6716 s3.2.1). */
const maxFrameBytes = 1275

/** Why bytes are no Opus packet; each names a broken rule of RFC 6716 s3.4. */
export type PacketError =
  | 'EMPTY'
  | 'TRUNCATED'
  | 'NO_FRAMES'
  | 'TOO_LONG'
  | 'FRAME_TOO_LARGE'
  | 'UNEVEN_FRAMES'

/** A packet taken apart; offsets and lengths are bytes from the start of the packet. */
export type OpusPacket = {
  /** TOC configuration number, 0 to 31: mode, bandwidth and frame size. */
  config: number
  stereo: boolean
  /** TOC code: how the frames are packed, 0 to 3. */
  code: number
  /** Samples at 48 kHz, whatever rate the encoder was fed with. */
  durationInSamples: number
  /** Bytes of each frame, in order; 0 is a frame the encoder left out (DTX). */
  frameLengths: number[]
  /** Offset of the first frame; the others follow without a gap. */
  framesOffset: number
}

export type PacketResult = { ok: true; value: OpusPacket } | { ok: false; error: PacketError }

/** Frame size by configuration, in samples at 48 kHz (RFC 6716 s3.1, table 2). */
const frameSamples = Uint16Array.from([
  ...Array(3).fill([480, 960, 1920, 2880]).flat(), // SILK NB, MB, WB
  ...Array(2).fill([480, 960]).flat(), // hybrid SWB, FB
  ...Array(4).fill([120, 240, 480, 960]).flat(), // CELT NB, WB, SWB, FB
])

/**
 * Duration of a packet in samples at 48 kHz, read from its first two bytes alone; 0 for bytes that cannot be a packet.
 * Use `readPacket` to know whether the rest holds what these promise.
 */
export function durationInSamples(packet: Uint8Array): number {
  const duration = frameCount(packet) * (frameSamples[(packet[0] ?? 0) >> 3] ?? 0)
  return duration > maxPacketDurationInSamples ? 0 : duration
}

/** Takes a packet apart and checks it against every rule of RFC 6716 s3.4. Copies nothing. */
export function readPacket(packet: Uint8Array): PacketResult {
  const toc = packet[0]
  if (toc === undefined) return failed('EMPTY')
  const layout = layouts[toc & 3]?.(packet) ?? 'TRUNCATED'
  if (typeof layout === 'string') return failed(layout)
  const durationInSamples = layout.frameLengths.length * (frameSamples[toc >> 3] ?? 0)
  if (durationInSamples > maxPacketDurationInSamples) return failed('TOO_LONG')
  const { frameLengths, framesOffset } = layout
  if (frameLengths.some((length) => length > maxFrameBytes)) return failed('FRAME_TOO_LARGE')
  const stereo = (toc & 4) !== 0
  return {
    ok: true,
    value: { config: toc >> 3, stereo, code: toc & 3, durationInSamples, frameLengths, framesOffset },
  }
}

type Layout = Pick<OpusPacket, 'frameLengths' | 'framesOffset'>

/** RFC 6716 s3.2.2 to s3.2.5, by the code in the TOC's last two bits. */
const layouts: readonly ((packet: Uint8Array) => Layout | PacketError)[] = [
  (packet) => ({ framesOffset: 1, frameLengths: [packet.length - 1] }),
  twoEqualFrames,
  twoFrames,
  manyFrames,
]

function failed(error: PacketError): PacketResult {
  return { ok: false, error }
}

function frameCount(packet: Uint8Array): number {
  const toc = packet[0]
  if (toc === undefined) return 0
  if ((toc & 3) === 0) return 1
  if ((toc & 3) < 3) return 2
  return (packet[1] ?? 0) & 63
}

function twoEqualFrames(packet: Uint8Array): Layout | PacketError {
  const bytes = packet.length - 1
  if (bytes % 2 !== 0) return 'UNEVEN_FRAMES'
  return { framesOffset: 1, frameLengths: [bytes / 2, bytes / 2] }
}

function twoFrames(packet: Uint8Array): Layout | PacketError {
  const first = frameLengthAt(packet, 1, packet.length)
  if (first === null) return 'TRUNCATED'
  const framesOffset = 1 + lengthFieldBytes(first)
  const second = packet.length - framesOffset - first
  return second < 0 ? 'TRUNCATED' : { framesOffset, frameLengths: [first, second] }
}

function manyFrames(packet: Uint8Array): Layout | PacketError {
  const flags = packet[1]
  if (flags === undefined) return 'TRUNCATED'
  const count = flags & 63
  if (count === 0) return 'NO_FRAMES'
  const padding = readPadding(packet)
  if (padding === null) return 'TRUNCATED'
  const end = packet.length - padding.dataBytes
  if (end < padding.endOffset) return 'TRUNCATED'
  if ((flags & 0x80) !== 0) return variableFrames(packet, padding.endOffset, end, count)
  const bytes = end - padding.endOffset
  if (bytes % count !== 0) return 'UNEVEN_FRAMES'
  return { framesOffset: padding.endOffset, frameLengths: Array(count).fill(bytes / count) }
}

/** Variable bit rate: all lengths but the last are written ahead of the frames. */
function variableFrames(packet: Uint8Array, start: number, end: number, count: number): Layout | PacketError {
  const frameLengths: number[] = []
  let offset = start
  let written = 0
  while (frameLengths.length < count - 1) {
    const length = frameLengthAt(packet, offset, end)
    if (length === null) return 'TRUNCATED'
    frameLengths.push(length)
    offset += lengthFieldBytes(length)
    written += length
  }
  const last = end - offset - written
  if (last < 0) return 'TRUNCATED'
  frameLengths.push(last)
  return { framesOffset: offset, frameLengths }
}

/** RFC 6716 s3.2.1: one byte up to 251, else two. Null when the field lies beyond `end`. */
function frameLengthAt(packet: Uint8Array, offset: number, end: number): number | null {
  const first = packet[offset]
  if (first === undefined || offset >= end) return null
  if (first < 252) return first
  const second = packet[offset + 1]
  return second === undefined || offset + 1 >= end ? null : second * 4 + first
}

function lengthFieldBytes(length: number): number {
  return length < 252 ? 1 : 2
}

/**
 * The padding field of a code 3 packet: how many padding bytes close the packet and where the field ends. Null when
 * the packet ends inside the field. RFC 6716 s3.2.5: each byte of 255 means 254 and one more length byte.
 */
export function readPadding(packet: Uint8Array): { dataBytes: number; endOffset: number } | null {
  if (((packet[1] ?? 0) & 0x40) === 0) return { dataBytes: 0, endOffset: 2 }
  let dataBytes = 0
  for (let offset = 2; offset < packet.length; offset++) {
    const length = packet[offset] ?? 0
    if (length < 255) return { dataBytes: dataBytes + length, endOffset: offset + 1 }
    dataBytes += 254
  }
  return null
}
