import { concatBytes } from '../bytes.ts'
import { durationInSamples } from '../opus/packet.ts'
import { ascii, box, fullBox, u32, u64 } from './box.ts'
import { trackId } from './init-segment.ts'

/** Packets of one segment, and their place. */
export type MediaSegment = {
  /** Number of the fragment, 32 bits; each is higher than the one before. */
  sequence: number
  /** Samples at 48 kHz from the beginning of the timeline to the first packet. */
  startInSamples: number
  /** Packets that `readPacket` accepts, in order. */
  packets: readonly Uint8Array[]
}

/** tfhd: offsets count from the beginning of the fragment (ISO/IEC 14496-12 s8.8.7). */
const defaultBaseIsMoof = 0x02_0000
/** trun: an offset to the first sample, then duration and size of each (ISO/IEC 14496-12 s8.8.8). */
const withOffsetDurationsAndSizes = 0x301

/**
 * Packets as one CMAF segment of one fragment (ISO/IEC 23000-19 s7.3), each packet a sample. The same packets at the same
 * place give the same bytes.
 */
export function mediaSegment({ sequence, startInSamples, packets }: MediaSegment): Uint8Array<ArrayBuffer> {
  const type = box('styp', ascii('cmfs'), u32(0), ascii('cmfs'), ascii('cmff'), ascii('msdh'))
  // Its size does not depend on the offset that stands in it.
  const { length } = movieFragment(0, { sequence, startInSamples, packets })
  const fragment = movieFragment(length + 8, { sequence, startInSamples, packets })
  return concatBytes([type, fragment, box('mdat', ...packets)])
}

function movieFragment(
  dataOffset: number,
  { sequence, startInSamples, packets }: MediaSegment,
): Uint8Array<ArrayBuffer> {
  const samples = packets.flatMap((packet) => [durationInSamples(packet), packet.length])
  const track = [
    fullBox('tfhd', { flags: defaultBaseIsMoof }, u32(trackId)),
    fullBox('tfdt', { version: 1 }, u64(startInSamples)),
    fullBox('trun', { flags: withOffsetDurationsAndSizes }, u32(packets.length, dataOffset, ...samples)),
  ]
  return box('moof', fullBox('mfhd', {}, u32(sequence)), box('traf', ...track))
}
