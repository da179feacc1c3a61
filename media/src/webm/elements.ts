/** The largest element that is held: a block, or the description of the tracks. An Opus packet is at most 61 KB. */
export const maxElementBytes = 64 * 1024

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
 * Action of the demuxer at an element. `enter`: its children follow in the same flat sequence, so that unknown sizes
 * and nesting need no stack. `skip`: its data is passed over, never held.
 */
export type ElementRole = 'header' | 'enter' | 'cluster' | 'tracks' | 'block' | 'skip'

/** An element as the demuxer knows it: its role, and the largest size that is believed without other evidence. */
export type ElementKind = { role: ElementRole; plausibleBytes: number }

const anySize = Number.POSITIVE_INFINITY
const integer = 8

/** Every element a live WebM may hold at segment, cluster or block group level; others are unknown, Void among them. */
export const elementKinds: ReadonlyMap<number, ElementKind> = new Map<number, ElementKind>([
  [elementIds.ebml, { role: 'header', plausibleBytes: maxElementBytes }],
  [elementIds.segment, { role: 'enter', plausibleBytes: anySize }],
  [elementIds.tracks, { role: 'tracks', plausibleBytes: anySize }],
  [elementIds.cluster, { role: 'cluster', plausibleBytes: anySize }],
  [elementIds.blockGroup, { role: 'enter', plausibleBytes: maxElementBytes }],
  [elementIds.simpleBlock, { role: 'block', plausibleBytes: maxElementBytes }],
  [elementIds.block, { role: 'block', plausibleBytes: maxElementBytes }],
  [elementIds.timestamp, { role: 'skip', plausibleBytes: integer }],
  [0x1549a966, { role: 'skip', plausibleBytes: maxElementBytes }], // Info
  [0x114d9b74, { role: 'skip', plausibleBytes: maxElementBytes }], // SeekHead
  [0x1c53bb6b, { role: 'skip', plausibleBytes: maxElementBytes }], // Cues
  [0x1254c367, { role: 'skip', plausibleBytes: maxElementBytes }], // Tags
  [0xa7, { role: 'skip', plausibleBytes: integer }], // Position
  [0xab, { role: 'skip', plausibleBytes: integer }], // PrevSize
  [0x9b, { role: 'skip', plausibleBytes: integer }], // BlockDuration
  [0xfb, { role: 'skip', plausibleBytes: integer }], // ReferenceBlock
  [0xbf, { role: 'skip', plausibleBytes: 4 }], // CRC-32
])
