import { opusSampleRate } from '@carillon/media/opus/packet'

/** Time in which an item that a show cuts fades out: a second. */
export const FADE_SAMPLES = opusSampleRate

/** Gain of the item so many samples after the show began: from 1 to 0 along half a cosine. */
export function fadeGain(sample: number): number {
  if (sample >= FADE_SAMPLES) return 0
  return (1 + Math.cos((Math.PI * sample) / FADE_SAMPLES)) / 2
}
