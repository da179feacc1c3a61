import { expect, it } from 'vitest'
import { NO_SILENCE, SILENT_BELOW, watchSilence } from './silence-watch.ts'

const FRAME_MS = 50
const quiet = SILENT_BELOW * 0.99
const loud = SILENT_BELOW

/** Since when there has been silence, after so many frames of each loudness in turn. */
function silentSince(...runs: [frames: number, loudness: number][]): number | null {
  const frames = runs.flatMap(([count, loudness]) => Array<number>(count).fill(loudness))
  return frames.reduce(
    (state, loudness, index) => watchSilence(state, loudness, (index + 1) * FRAME_MS),
    NO_SILENCE,
  ).silentSince
}

it('[DJ801] a silence counts from its first moment, by the measure of the station', () => {
  expect(20 * Math.log10(SILENT_BELOW)).toBeCloseTo(-50)
  expect(silentSince([10, loud])).toBeNull()
  expect(silentSince([10, loud], [30, quiet])).toBe(11 * FRAME_MS)
})

it('[DJ801] a click ends no silence, and 0.3 s of sound do', () => {
  expect(silentSince([10, quiet], [6, loud])).toBe(FRAME_MS)
  expect(silentSince([10, quiet], [6, loud], [10, quiet])).toBe(FRAME_MS)
  expect(silentSince([10, quiet], [7, loud])).toBeNull()
  expect(silentSince([10, quiet], [3, loud], [1, quiet], [5, loud])).toBe(FRAME_MS)
})
