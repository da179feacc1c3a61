import { readPacket } from '../opus/packet.ts'
import { headerPages } from './page.ts'
import { type OggPage, OggReader } from './reader.ts'

/** Reason why bytes are no whole stream of ours. */
export type WholeStreamError = 'NOT_OGG' | 'DAMAGED' | 'INCOMPLETE' | 'NOT_STEREO' | 'NOT_OPUS'
export type WholeStreamResult = { ok: true; packets: Uint8Array[] } | { ok: false; error: WholeStreamError }

/** RFC 7845 s5.1: the magic signature, version 1, and the number of channels. */
const OPUS_HEAD = [0x4f, 0x70, 0x75, 0x73, 0x48, 0x65, 0x61, 0x64, 1]
const CHANNELS_OFFSET = 9

/**
 * Reads one Ogg Opus stream from its first page to its last, as `OggMuxer` writes it: one serial number, sequence numbers
 * from 0 on, and granule positions that are the sum of the packets. Anything that is missing or too much is an error.
 */
export function readWholeStream(bytes: Uint8Array): WholeStreamResult {
  const result = new OggReader().push(bytes)
  if (!result.ok) return { ok: false, error: result.error === 'NOT_OGG' ? 'NOT_OGG' : 'DAMAGED' }
  const { pages } = result
  const [first] = pages
  if (!first) return { ok: false, error: bytes.length > 0 ? 'NOT_OGG' : 'INCOMPLETE' }
  const error = headError(first) ?? orderError(pages)
  if (error) return { ok: false, error }
  const packets = pages.slice(headerPages).flatMap((page) => page.packets)
  const durations = packets.map((packet) => readPacket(packet))
  if (packets.length === 0 || durations.some(({ ok }) => !ok)) return { ok: false, error: 'NOT_OPUS' }
  const samples = durations.reduce((sum, read) => sum + (read.ok ? read.value.durationInSamples : 0), 0)
  return pages.at(-1)?.granulePosition === samples ? { ok: true, packets } : { ok: false, error: 'DAMAGED' }
}

function headError({ isFirst, packets: [head] }: OggPage): WholeStreamError | null {
  if (!isFirst || !head || OPUS_HEAD.some((byte, index) => head[index] !== byte)) return 'NOT_OPUS'
  return head[CHANNELS_OFFSET] === 2 ? null : 'NOT_STEREO'
}

function orderError(pages: readonly OggPage[]): WholeStreamError | null {
  const [first] = pages
  const isInOrder = pages.every(
    ({ sequence, serialNumber }, index) => sequence === index && serialNumber === first?.serialNumber,
  )
  if (!isInOrder || pages.slice(0, -1).some(({ isLast }) => isLast)) return 'DAMAGED'
  return pages.at(-1)?.isLast && pages.length > headerPages ? null : 'INCOMPLETE'
}
