/** The Matroska elements that matter here, by id (RFC 9559 s5.1). */
export const elementIds = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

/**
 * What the reader does at an element. `enter`: its children follow in the same flat sequence, so that unknown sizes
 * and nesting need no stack. `skip`: its data is passed over, never held.
 */
export type ElementRole = 'header' | 'enter' | 'cluster' | 'tracks' | 'block' | 'skip'

/** Every element a live WebM may hold at segment, cluster or block group level; others are unknown. */
export const elementRoles: ReadonlyMap<number, ElementRole> = new Map<number, ElementRole>([
  [elementIds.ebml, 'header'],
  [elementIds.segment, 'enter'],
  [elementIds.tracks, 'tracks'],
  [elementIds.cluster, 'cluster'],
  [elementIds.blockGroup, 'enter'],
  [elementIds.simpleBlock, 'block'],
  [elementIds.block, 'block'],
  [elementIds.timestamp, 'skip'],
  [0x1549a966, 'skip'], // Info
  [0x114d9b74, 'skip'], // SeekHead
  [0x1c53bb6b, 'skip'], // Cues
  [0x1254c367, 'skip'], // Tags
  [0x1043a770, 'skip'], // Chapters
  [0x1941a469, 'skip'], // Attachments
  [0xec, 'skip'], // Void
  [0xbf, 'skip'], // CRC-32
  [0xa7, 'skip'], // Position
  [0xab, 'skip'], // PrevSize
  [0x9b, 'skip'], // BlockDuration
  [0xfb, 'skip'], // ReferenceBlock
  [0xfa, 'skip'], // ReferencePriority
  [0x75a1, 'skip'], // BlockAdditions
  [0x75a2, 'skip'], // DiscardPadding
  [0xa4, 'skip'], // CodecState
])

/** Whether bytes can begin a known element; an id that is cut off by `end` gets the benefit of the doubt. */
export function canBeginElement(bytes: Uint8Array, start: number, end: number): boolean {
  if (start >= end) return true
  const idBytes = Math.clz32(bytes[start] ?? 0) - 23
  if (idBytes > 4) return false
  if (start + idBytes > end) return true
  let id = 0
  for (let at = start; at < start + idBytes; at++) id = id * 256 + (bytes[at] ?? 0)
  return elementRoles.has(id)
}
