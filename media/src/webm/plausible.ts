import { blockTrackNumber } from './block.ts'
import { type ElementHeader, readHeader } from './ebml.ts'
import { elementIds, elementKinds } from './elements.ts'

/** Bytes under judgement; what lies past `end` has not come yet. */
export type Sight = { bytes: Uint8Array; start: number; end: number }
/** `WAIT`: what has come so far would fit. */
export type Verdict = 'YES' | 'NO' | 'WAIT'

/**
 * Whether an element really begins at `start`. Nearly any bytes can be read as an element header, and any chunk may be
 * missing: so only a known id with a sane size and a fitting beginning of its data is believed, or an unknown one that
 * is followed by such an element.
 */
export function judgeElement(sight: Sight, trackNumber: number | null): Verdict {
  const header = readHeader(sight.bytes, sight.start, sight.end)
  if (header === 'INCOMPLETE') return 'WAIT'
  if (header === 'INVALID') return 'NO'
  if (elementKinds.has(header.id)) return judgeKnown(sight, header, trackNumber)
  const next = sight.start + header.headerBytes + header.dataBytes
  const follower = readHeader(sight.bytes, next, sight.end)
  if (typeof follower === 'string') return 'NO'
  return judgeKnown({ ...sight, start: next }, follower, trackNumber)
}

function judgeKnown(sight: Sight, header: ElementHeader, trackNumber: number | null): Verdict {
  const kind = elementKinds.get(header.id)
  if (!kind || header.dataBytes > kind.plausibleBytes) return 'NO'
  const validateData = dataValidators.get(header.id)
  return validateData
    ? validateData({ ...sight, start: sight.start + header.headerBytes }, header, trackNumber)
    : 'YES'
}

type DataValidator = (data: Sight, header: ElementHeader, trackNumber: number | null) => Verdict

const dataValidators: ReadonlyMap<number, DataValidator> = new Map([
  [elementIds.cluster, (data: Sight) => judgeByte(data, elementIds.timestamp)],
  [elementIds.blockGroup, (data: Sight) => judgeByte(data, elementIds.block)],
  [elementIds.simpleBlock, judgeBlock],
  [elementIds.block, judgeBlock],
])

function judgeByte({ bytes, start, end }: Sight, expected: number): Verdict {
  if (start >= end) return 'WAIT'
  return bytes[start] === expected ? 'YES' : 'NO'
}

/** RFC 9559 s10: track number, timestamp of 2 bytes, flags of which three bits are reserved. */
function judgeBlock(
  { bytes, start, end }: Sight,
  header: ElementHeader,
  trackNumber: number | null,
): Verdict {
  if (header.dataBytes < 5) return 'NO'
  if (end - start < 5) return 'WAIT'
  const { number, numberBytes } = blockTrackNumber(bytes, start)
  return number === trackNumber && ((bytes[start + numberBytes + 2] ?? 0) & 0x70) === 0 ? 'YES' : 'NO'
}
