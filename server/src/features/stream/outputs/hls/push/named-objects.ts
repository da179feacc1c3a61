import { HLS_MAIN_PATH, HLS_PATH, HLS_TYPE } from '@carillon/contract/stream/schemas'
import { toMultivariant, toPlaylist } from '../playlist.ts'
import { OPUS, opusVariant } from '../rendition.ts'
import { FOR_A_SECOND, FOR_EVER, INIT_SEGMENT, SEGMENT_TYPE } from '../representation.ts'
import type { ListedSegment, Segment } from '../segment.ts'
import type { StoredObject } from './bucket.ts'

/** An object with its name in the bucket, which is its address at the station. */
export type NamedObject = { name: string; object: StoredObject }

/** A playlist with its name. */
export type NamedText = { name: string; text: string }

/** A segment as far as playlists need it; `size` is in bytes. */
export type Taken = ListedSegment & { size: number }

const LIVE = HLS_PATH.slice(1)
const MAIN = HLS_MAIN_PATH.slice(1)

/** Names of the playlists; they are the only objects that change. */
export const PLAYLISTS = [LIVE, MAIN] as const

export function initNameOf({ epoch }: ListedSegment): string {
  return `hls/${epoch}/init.mp4`
}

export function nameOf({ epoch, number }: ListedSegment): string {
  return `hls/${epoch}/${number}.m4s`
}

/** A segment, and before it the one that players need with it. */
export function segmentObjects(segment: Segment): NamedObject[] {
  const as = (bytes: Uint8Array): StoredObject => ({ bytes, type: SEGMENT_TYPE, caching: FOR_EVER })
  return [
    { name: initNameOf(segment), object: as(INIT_SEGMENT) },
    { name: nameOf(segment), object: as(segment.bytes) },
  ]
}

/** Playlists of these segments. Of formats there is Opus alone. */
export function playlistsOf(
  segments: readonly Taken[],
  isEnded: boolean,
): Record<'live' | 'main', NamedText> {
  return {
    live: { name: LIVE, text: toPlaylist({ segments, rendition: OPUS, base: '', isEvent: false, isEnded }) },
    main: { name: MAIN, text: toMultivariant([opusVariant(segments.map(({ size }) => size))]) },
  }
}

export function playlistObject(text: string): StoredObject {
  return { bytes: Buffer.from(text), type: HLS_TYPE, caching: FOR_A_SECOND }
}

/** Names that players need while a playlist of these segments is there. */
export function namesFor(segments: readonly ListedSegment[]): Set<string> {
  return new Set([...PLAYLISTS, ...segments.flatMap((segment) => [initNameOf(segment), nameOf(segment)])])
}

export function takenOf({ bytes, ...listed }: Segment): Taken {
  return { ...listed, size: bytes.length }
}
