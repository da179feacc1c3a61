import { concatBytes } from '../bytes.ts'
import { ascii, u16, u32, u64 } from '../cmaf/box.ts'
import { opusSampleRate } from '../opus/packet.ts'
import { SAMPLES_PER_FRAME } from './frames.ts'

/** RFC 8216 s3.4: owner of the tag, and the clock and width of the timestamp in it, as in MPEG-2 transport streams. */
const TIMESTAMP_OWNER = 'com.apple.streaming.transportStreamTimestamp\0'
const TIMESTAMP_RATE = 90_000
const TIMESTAMP_END = 2 ** 33
const ID3_VERSION_4 = 4

/** Place of frames of MP3 in a run of sound at 48 kHz: the number of the first one, and how many there are. */
export type FrameSpan = { first: number; count: number }

/** Frames that begin between two places, in samples from the beginning of a run. Spans that meet share no frame. */
export function framesBetween(startInSamples: number, endInSamples: number): FrameSpan {
  const first = Math.ceil(startInSamples / SAMPLES_PER_FRAME)
  return { first, count: Math.ceil(endInSamples / SAMPLES_PER_FRAME) - first }
}

/** Seconds of sound in so many frames. */
export function secondsOf({ count }: FrameSpan): number {
  return (count * SAMPLES_PER_FRAME) / opusSampleRate
}

/** A segment of packed audio: frames of 48 kHz behind a tag of ID3 that says when the first one begins (RFC 8216 s3.4). */
export function packedAudio(firstFrame: number, frames: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const timestamp = (firstFrame * SAMPLES_PER_FRAME * TIMESTAMP_RATE) / opusSampleRate
  const owner = ascii(TIMESTAMP_OWNER)
  const content = concatBytes([owner, u64(timestamp % TIMESTAMP_END)])
  const frame = concatBytes([ascii('PRIV'), synchsafe(content.length), u16(0), content])
  const header = concatBytes([ascii('ID3'), Uint8Array.of(ID3_VERSION_4, 0, 0), synchsafe(frame.length)])
  return concatBytes([header, frame, ...frames])
}

/** Seven bits in each of four bytes (ID3v2.4.0 s6.2). */
function synchsafe(value: number): Uint8Array {
  const bits = [21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f)
  return u32(bits.reduce((whole, seven) => whole * 256 + seven, 0))
}
