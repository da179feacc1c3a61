import { readPadding } from './packet.ts'

/**
 * The same frames in exactly `targetBytes` bytes: the packet becomes code 3 with padding (RFC 6716 s3.2.5), and no
 * byte of a frame changes. A packet that is long enough already is returned as it is, not copied. Takes packets
 * that `readPacket` accepts.
 */
export function padPacket(packet: Uint8Array, targetBytes: number): Uint8Array {
  if (packet.length >= targetBytes || packet.length === 0) return packet
  const { flags, paddingBytes, bodyOffset } = asCode3(packet)
  const body = packet.length - bodyOffset
  // What is left for the padding: its length field and its data. Existing padding data stays inside the body.
  const room = targetBytes - 2 - body + paddingBytes
  const padded = new Uint8Array(targetBytes)
  padded[0] = (packet[0] ?? 0) | 3
  padded[1] = room > 0 ? flags | 0x40 : flags
  padded.set(packet.subarray(bodyOffset), 2 + writePaddingLength(padded, room))
  return padded
}

/** A packet in terms of code 3: its frame count byte, and the offset of what follows the padding field. */
function asCode3(packet: Uint8Array): { flags: number; paddingBytes: number; bodyOffset: number } {
  const code = (packet[0] ?? 0) & 3
  if (code < 3) return { flags: flagsOfCode[code] ?? 1, paddingBytes: 0, bodyOffset: 1 }
  const padding = readPadding(packet) ?? { dataBytes: 0, endOffset: 2 }
  return { flags: packet[1] ?? 0, paddingBytes: padding.dataBytes, bodyOffset: padding.endOffset }
}

/** Frame count byte by code: one frame, two of one size, two of their own sizes (0x80: variable bit rate). */
const flagsOfCode = [0x01, 0x02, 0x82]

/** Writes the padding length field for `room` bytes of field and data together; gives the bytes of the field. */
function writePaddingLength(packet: Uint8Array, room: number): number {
  if (room <= 0) return 0
  const fullBytes = Math.floor((room - 1) / 255)
  packet.fill(255, 2, 2 + fullBytes)
  packet[2 + fullBytes] = room - 1 - fullBytes * 255
  return fullBytes + 1
}
