import { readPacket } from '../opus/packet.ts'
import { readUnsigned, vintBytes } from './ebml.ts'

/** Why a block gives no packet. */
export type BlockError = 'LACED_BLOCK' | 'INVALID_PACKET' | 'OTHER_TRACK'

export type BlockResult =
  | { ok: true; packetOffset: number; durationInSamples: number }
  | { ok: false; error: BlockError }

/**
 * The one Opus packet of a Block or SimpleBlock (RFC 9559 s10): track number, timestamp (2 bytes), flags, then the
 * packet. The timestamp is not read: recorders jitter, the packet's own TOC tells the time. No recorder laces
 * audio, so laced blocks are refused.
 */
export function readBlock(data: Uint8Array, trackNumber: number): BlockResult {
  const { number, numberBytes } = blockTrackNumber(data, 0)
  if (number !== trackNumber) return { ok: false, error: 'OTHER_TRACK' }
  if (((data[numberBytes + 2] ?? 0) & 0x06) !== 0) return { ok: false, error: 'LACED_BLOCK' }
  const packetOffset = numberBytes + 3
  const packet = readPacket(data.subarray(packetOffset))
  if (!packet.ok) return { ok: false, error: 'INVALID_PACKET' }
  return { ok: true, packetOffset, durationInSamples: packet.value.durationInSamples }
}

/** The track a block belongs to, and the bytes that say so: a variable size integer. */
export function blockTrackNumber(bytes: Uint8Array, start: number): { number: number; numberBytes: number } {
  const numberBytes = vintBytes(bytes[start])
  return { number: readUnsigned(bytes, start, numberBytes) - 2 ** (7 * numberBytes), numberBytes }
}
