import { MINUTE_MS } from '../durations.ts'
import { LEAST_ITEM_MS, LEAST_LOUDNESS, MAX_ITEM_MINUTES, TARGET_LOUDNESS, TARGET_PEAK } from './schemas.ts'

/** Opus as the library has it, whoever makes it: Hz, in stereo, and bit/s. */
export const OPUS_SAMPLE_RATE = 48_000
export const OPUS_BITRATE = 128_000
/** Half a second: a bed goes round without a click. */
export const BED_FADE_MS = 500

/** A sound as it was measured: LUFS, the true peak where 1 is full scale, and frames at 48 kHz. */
export type Measured = { loudness: number; peak: number; frames: number }

const FRAMES_PER_MS = OPUS_SAMPLE_RATE / 1_000
/** Nothing that was recorded is this far above full scale, in dB. */
const ABSURD_PEAK = 30

/** Reason why such a sound is not taken; null: it is. */
export function refusalOf({ loudness, peak, frames }: Measured) {
  const ms = frames / FRAMES_PER_MS
  if (ms < LEAST_ITEM_MS) return 'TOO_SHORT'
  if (ms > MAX_ITEM_MINUTES * MINUTE_MS) return 'TOO_LONG'
  if (decibels(peak) > ABSURD_PEAK || Number.isNaN(loudness)) return 'TOO_LOUD'
  return loudness >= LEAST_LOUDNESS ? null : 'SILENT'
}

/** Factor that brings a sound to -16 LUFS, or as near as its peaks allow: none goes above -1 dBTP. */
export function gainOf({ loudness, peak }: Measured): number {
  return 10 ** (Math.min(TARGET_LOUDNESS - loudness, TARGET_PEAK - decibels(peak)) / 20)
}

/** Factor of one frame in a fade at both ends: what is looped does not click. */
export function fadeOf(frame: number, frames: number, fadeFrames: number): number {
  return Math.max(0, Math.min(1, frame / fadeFrames, (frames - 1 - frame) / fadeFrames))
}

function decibels(peak: number): number {
  return 20 * Math.log10(peak)
}
