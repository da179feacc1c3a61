import { HLS_BEGINS_BEHIND_SECONDS } from '@carillon/contract/stream/schemas'
import { opusSampleRate } from '@carillon/media/opus/packet'
import type { Rendition, Variant } from './rendition.ts'
import type { ListedSegment } from './segment.ts'
import { SEGMENT_SECONDS } from './segmenter.ts'

/** RFC 8216 s7: EXT-X-MAP in a playlist of sound asks for 6; players take fragmented MP4 from 7 on. */
const VERSION = 7
/** A start that is further from the end before it is a jump of the clock. */
const JUMP_MS = 100

export type Playlist = {
  /** At least one, numbered without a gap. */
  segments: readonly ListedSegment[]
  rendition: Rendition
  /** Relative path from the playlist to the folder of the epochs. */
  base: '' | '../'
  /** Nothing ever goes from its beginning. */
  isEvent: boolean
  /** Nothing comes any more. */
  isEnded: boolean
}

/** A media playlist (RFC 8216 s4). Its addresses are relative, so that it is the same behind every cache. */
export function toPlaylist({ segments, rendition, base, isEvent, isEnded }: Playlist): string {
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(isEvent ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    ...(isEvent || isEnded ? [] : [`#EXT-X-START:TIME-OFFSET=-${HLS_BEGINS_BEHIND_SECONDS}`]),
    ...segments.flatMap((segment, at) => linesOf(segment, segments[at - 1], rendition, base)),
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}

/** A multivariant playlist (RFC 8216 s4.3.4): the same sound in several formats, of which players take one that they know. */
export function toMultivariant(variants: readonly Variant[]): string {
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...variants.flatMap(({ uri, codecs, peakBitsPerSecond }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${peakBitsPerSecond},CODECS="${codecs}"`,
      uri,
    ]),
    '',
  ].join('\n')
}

function linesOf(
  segment: ListedSegment,
  before: ListedSegment | undefined,
  { extension, hasInit, secondsOf }: Rendition,
  base: string,
): string[] {
  const { epoch, number, startMs } = segment
  const isOtherEpoch = epoch !== before?.epoch
  const hasJumped = !before || Math.abs(startMs - endOf(before)) > JUMP_MS
  return [
    ...(isOtherEpoch && hasInit ? [`#EXT-X-MAP:URI="${base}${epoch}/init.mp4"`] : []),
    ...(hasJumped ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}`] : []),
    `#EXTINF:${secondsOf(segment).toFixed(5)},`,
    `${base}${epoch}/${number}.${extension}`,
  ]
}

/** Wall clock at the end of a segment. */
export function endOf({ startMs, durationInSamples }: ListedSegment): number {
  return startMs + (durationInSamples / opusSampleRate) * 1_000
}
