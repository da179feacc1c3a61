import { expect, test } from 'vitest'
import { fadeOf, gainOf, refusalOf } from './conversion.ts'

const SOUND = { loudness: -20, peak: 0.25, frames: 48_000 }
const decibels = (factor: number) => 20 * Math.log10(factor)

test('[LB41] brings a sound to -16 LUFS, or its peaks to -1 dBTP', () => {
  expect(decibels(gainOf(SOUND))).toBeCloseTo(4)
  expect(decibels(gainOf({ ...SOUND, loudness: -8 }))).toBeCloseTo(-8)
  const peaky = { ...SOUND, loudness: -30, peak: 0.5 }
  expect(decibels(gainOf(peaky) * peaky.peak)).toBeCloseTo(-1)
})

test('[LB41] a bed begins and ends in silence', () => {
  expect([0, 25, 50, 99, 149, 174, 199].map((frame) => fadeOf(frame, 200, 50))).toEqual([
    0, 0.5, 1, 1, 1, 0.5, 0,
  ])
})

test.each([
  ['a second', {}, null],
  ['less than half a second', { frames: 23_999 }, 'TOO_SHORT'],
  ['more than an hour', { frames: 3_600 * 48_000 + 48 }, 'TOO_LONG'],
  ['silence', { loudness: Number.NEGATIVE_INFINITY, peak: 0 }, 'SILENT'],
  ['a whisper', { loudness: -51 }, 'SILENT'],
  ['what no microphone gives', { peak: 40 }, 'TOO_LOUD'],
  ['no numbers', { loudness: Number.NaN }, 'TOO_LOUD'],
] as const)('[LB42] %s', (_, sound, refusal) => {
  expect(refusalOf({ ...SOUND, ...sound })).toBe(refusal)
})
