import { concatBytes } from '../bytes.ts'

/** MPEG-1 Layer III frames in one buffer, whole ones only, and how long they sound. */
export type Mp3Frames = { bytes: Uint8Array; durationMs: number; count: number }

/** The header of a frame: sync word, version, layer, bitrate, sampling frequency, padding (ISO/IEC 11172-3). */
const HEADER_BYTES = 4
export const SAMPLES_PER_FRAME = 1_152
/** Kilobits per second by the header's bitrate index; 0 (free) and 15 are not ours. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
const SAMPLE_RATES = [44_100, 48_000, 32_000, 0]

/**
 * Cuts what an MP3 encoder writes into whole frames, so that anyone who joins begins with one. Bytes between frames are left
 * out; it holds less than one frame. `reset` before another encoder's bytes.
 */
export class Mp3Splitter {
  #rest: Uint8Array = new Uint8Array(0)

  push(bytes: Uint8Array): Mp3Frames {
    const all = concatBytes([this.#rest, bytes])
    const { frames, durationMs, end } = framesIn(all)
    this.#rest = all.slice(end)
    return { bytes: concatBytes(frames), durationMs, count: frames.length }
  }

  /** Forgets the half of a frame that will not be finished. */
  reset(): void {
    this.#rest = new Uint8Array(0)
  }
}

/** The whole frames in these bytes, how long they sound, and where the first one begins that is not whole. */
export function framesIn(bytes: Uint8Array): { frames: Uint8Array[]; durationMs: number; end: number } {
  const frames: Uint8Array[] = []
  let durationMs = 0
  let end = 0
  while (end + HEADER_BYTES <= bytes.length) {
    const frame = readHeader(bytes, end)
    if (!frame) {
      end++
      continue
    }
    if (end + frame.bytes > bytes.length) break
    frames.push(bytes.subarray(end, end + frame.bytes))
    durationMs += frame.durationMs
    end += frame.bytes
  }
  return { frames, durationMs, end }
}

/** Length and duration of the frame that begins here; null when none does. */
function readHeader(bytes: Uint8Array, at: number): { bytes: number; durationMs: number } | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + HEADER_BYTES)
  // Eleven bits of sync, version 1 (11), layer III (01), with or without checksum.
  if (first !== 0xff || (second & 0xfe) !== 0xfa) return null
  const bitrate = BITRATES[third >> 4] ?? 0
  const sampleRate = SAMPLE_RATES[(third >> 2) & 3] ?? 0
  if (bitrate === 0 || sampleRate === 0) return null
  const padding = (third >> 1) & 1
  const length = Math.floor((SAMPLES_PER_FRAME * bitrate * 125) / sampleRate) + padding
  return { bytes: length, durationMs: (SAMPLES_PER_FRAME * 1_000) / sampleRate }
}
