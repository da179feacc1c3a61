import { secondsOf } from '@carillon/media/mp3/packed-audio'
import { opusSampleRate } from '@carillon/media/opus/packet'
import { MP3_BITS_PER_SECOND } from '../mp3/encoder-process.ts'
import { mp3SpanOf } from './mp3-encoding.ts'
import type { ListedSegment } from './segment.ts'
import { SEGMENT_SECONDS } from './segmenter.ts'

/** One of the formats in which there are segments. */
export type Rendition = {
  /** Extension of a segment in its address. */
  extension: 'm4s' | 'mp3'
  /** Players need EXT-X-MAP before its segments. */
  hasInit: boolean
  secondsOf: (segment: ListedSegment) => number
}

export const OPUS: Rendition = {
  extension: 'm4s',
  hasInit: true,
  secondsOf: ({ durationInSamples }) => durationInSamples / opusSampleRate,
}

export const MP3: Rendition = {
  extension: 'mp3',
  hasInit: false,
  secondsOf: (segment) => secondsOf(mp3SpanOf(segment)),
}

/** A variant of the live sound: address beside that of the playlist, format by RFC 6381, and bits a second (RFC 8216 s4.3.4.2). */
export type Variant = { uri: string; codecs: string; peakBitsPerSecond: number }

export const MP3_VARIANT: Variant = {
  uri: 'live.mp3.m3u8',
  codecs: 'mp4a.40.34',
  // The tags are less than a hundredth.
  peakBitsPerSecond: 1.01 * MP3_BITS_PER_SECOND,
}

/** Opus as these segments have it; `sizes` are theirs in bytes. */
export function opusVariant(sizes: readonly number[]): Variant {
  const peakBitsPerSecond = Math.ceil((Math.max(...sizes) * 8) / SEGMENT_SECONDS)
  return { uri: 'live.m3u8', codecs: 'opus', peakBitsPerSecond }
}
