import { readBlock } from './block.ts'
import { readHeader } from './ebml.ts'
import { canBeginElement, elementIds } from './elements.ts'

/** Bytes in which to look for a place to read on. */
export type Haystack = { bytes: Uint8Array; start: number; end: number }
/** What the search may accept: blocks of that track, and headers of at most that many bytes of data. */
export type Anchors = { trackNumber: number | null; maxElementBytes: number }

type Verdict = 'YES' | 'NO' | 'WAIT'

/**
 * The first offset at which reading can go on after a hole: an EBML header, a cluster, or a block that holds a valid
 * packet. When nothing certain is in sight: the offset from which the next bytes have to be awaited. Before a track
 * is known only an EBML header will do.
 */
export function findAnchor(haystack: Haystack, anchors: Anchors): { found: boolean; offset: number } {
  for (let at = haystack.start; at < haystack.end; at++) {
    const judge = judges[haystack.bytes[at] ?? 0]
    if (!judge) continue
    const verdict = judge({ ...haystack, start: at }, anchors)
    if (verdict !== 'NO') return { found: verdict === 'YES', offset: at }
  }
  return { found: false, offset: haystack.end }
}

/** Whether bytes begin with an EBML header: a recorder that was started anew. */
export function beginsSession(bytes: Uint8Array): boolean {
  return judgeSession({ bytes, start: 0, end: bytes.length }) === 'YES'
}

/** Whether bytes begin with a cluster: its id, a size and the timestamp that opens it. */
export function beginsCluster(bytes: Uint8Array): boolean {
  return judgeCluster({ bytes, start: 0, end: bytes.length }) === 'YES'
}

const judges: Readonly<Record<number, (haystack: Haystack, anchors: Anchors) => Verdict>> = {
  [elementIds.ebml >>> 24]: judgeSession,
  [elementIds.cluster >>> 24]: (haystack, { trackNumber }) =>
    trackNumber === null ? 'NO' : judgeCluster(haystack),
  [elementIds.simpleBlock]: judgeBlock,
}

function judgeSession({ bytes, start, end }: Haystack): Verdict {
  return judgeId(bytes, start, end, elementIds.ebml)
}

function judgeCluster({ bytes, start, end }: Haystack): Verdict {
  const verdict = judgeId(bytes, start, end, elementIds.cluster)
  if (verdict !== 'YES') return verdict
  const header = readHeader(bytes, start, end)
  if (typeof header === 'string') return header === 'INVALID' ? 'NO' : 'WAIT'
  const child = start + header.headerBytes
  if (child >= end) return 'WAIT'
  return bytes[child] === elementIds.timestamp ? 'YES' : 'NO'
}

function judgeBlock({ bytes, start, end }: Haystack, { trackNumber, maxElementBytes }: Anchors): Verdict {
  if (trackNumber === null) return 'NO'
  const header = readHeader(bytes, start, end)
  if (typeof header === 'string') return header === 'INVALID' ? 'NO' : 'WAIT'
  if (header.dataBytes > maxElementBytes) return 'NO'
  const dataStart = start + header.headerBytes
  const dataEnd = dataStart + header.dataBytes
  if (dataEnd > end) return 'WAIT'
  const isBlock = readBlock(bytes.subarray(dataStart, dataEnd), trackNumber).ok
  return isBlock && canBeginElement(bytes, dataEnd, end) ? 'YES' : 'NO'
}

function judgeId(bytes: Uint8Array, start: number, end: number, id: number): Verdict {
  for (let index = 0; index < 4; index++) {
    if (start + index >= end) return 'WAIT'
    if (bytes[start + index] !== ((id >>> (24 - index * 8)) & 255)) return 'NO'
  }
  return 'YES'
}
