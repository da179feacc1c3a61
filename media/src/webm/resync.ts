import { readBlock } from './block.ts'
import { readHeader } from './ebml.ts'
import { elementIds } from './elements.ts'
import { judgeElement, type Sight, type Verdict } from './plausible.ts'

/**
 * The first offset at which reading can go on after a hole: an EBML header, a cluster, or a block that holds a valid
 * packet. When nothing certain is in sight: the offset from which the next bytes have to be awaited. Before a track
 * is known only an EBML header will do.
 */
export function findAnchor(sight: Sight, trackNumber: number | null): { found: boolean; offset: number } {
  const validators = trackNumber === null ? validatorsBeforeTrack : validatorsWithTrack
  for (let at = sight.start; at < sight.end; at++) {
    const validate = validators.get(sight.bytes[at] ?? 0)
    if (!validate) continue
    const verdict = validate({ ...sight, start: at }, trackNumber)
    if (verdict !== 'NO') return { found: verdict === 'YES', offset: at }
  }
  return { found: false, offset: sight.end }
}

/** Whether bytes begin with an EBML header: a recorder that was started again. */
export function beginsSession(bytes: Uint8Array): boolean {
  return judgeId({ bytes, start: 0, end: bytes.length }, elementIds.ebml) === 'YES'
}

/** Whether bytes begin with a cluster: its id, a size and the timestamp that opens it. */
export function beginsCluster(bytes: Uint8Array): boolean {
  return judgeCluster({ bytes, start: 0, end: bytes.length }) === 'YES'
}

type Validator = (sight: Sight, trackNumber: number | null) => Verdict

/** By the first byte of an element's id. */
const validatorsBeforeTrack: ReadonlyMap<number, Validator> = new Map([
  [elementIds.ebml >>> 24, (sight: Sight) => judgeId(sight, elementIds.ebml)],
])
const validatorsWithTrack: ReadonlyMap<number, Validator> = new Map([
  ...validatorsBeforeTrack,
  [elementIds.cluster >>> 24, judgeCluster],
  [elementIds.simpleBlock, judgeBlock],
  [elementIds.block, judgeBlock],
])

function judgeCluster(sight: Sight): Verdict {
  const verdict = judgeId(sight, elementIds.cluster)
  return verdict === 'YES' ? judgeElement(sight, null) : verdict
}

/** A block is believed when it is whole, its packet is valid, and another element may follow it. */
function judgeBlock(sight: Sight, trackNumber: number | null): Verdict {
  const verdict = judgeElement(sight, trackNumber)
  const { bytes, start, end } = sight
  const header = readHeader(bytes, start, end)
  if (verdict !== 'YES' || typeof header === 'string' || trackNumber === null) return verdict
  const dataStart = start + header.headerBytes
  const dataEnd = dataStart + header.dataBytes
  if (dataEnd > end) return 'WAIT'
  if (!readBlock(bytes.subarray(dataStart, dataEnd), trackNumber).ok) return 'NO'
  return judgeElement({ bytes, start: dataEnd, end }, trackNumber) === 'NO' ? 'NO' : 'YES'
}

function judgeId({ bytes, start, end }: Sight, id: number): Verdict {
  for (let index = 0; index < 4; index++) {
    if (start + index >= end) return 'WAIT'
    if (bytes[start + index] !== ((id >>> (24 - index * 8)) & 255)) return 'NO'
  }
  return 'YES'
}
