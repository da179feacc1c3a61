import { expect, test } from 'vitest'
import { ClickMeter } from './click-meter.ts'

const SECOND = 48_000

/** Stereo at 48 kHz of what this gives at each sample. */
function sound(samples: number, curve: (at: number) => number): Buffer {
  const bytes = Buffer.alloc(samples * 4)
  for (let at = 0; at < samples; at += 1)
    for (const channel of [0, 2]) bytes.writeInt16LE(Math.round(curve(at)), at * 4 + channel)
  return bytes
}

const tone = (frequencyHz: number) => (at: number) =>
  8_000 * Math.sin((2 * Math.PI * frequencyHz * at) / SECOND)

function clicksOf(bytes: Buffer): number[] {
  const meter = new ClickMeter()
  // Cut in the middle of a sample, as a pipe cuts it.
  for (let at = 0; at < bytes.length; at += 4_099) meter.add(bytes.subarray(at, at + 4_099))
  return meter.clicks
}

test('[QA17] a tone has no click, nor has noise that grows louder', () => {
  expect(clicksOf(sound(SECOND, tone(440)))).toEqual([])
  let state = 1
  const noise = (at: number) => {
    state = (state * 48_271) % 2_147_483_647
    return (state / 2_147_483_647 - 0.5) * (at < SECOND / 2 ? 4_000 : 16_000)
  }
  expect(clicksOf(sound(SECOND, noise))).toEqual([])
})

test('[QA17] a jump to another tone is a click at its place', () => {
  const half = SECOND / 2 + 27
  const clicks = clicksOf(sound(SECOND, (at) => (at < half ? tone(440)(at) : tone(880)(at))))
  expect(clicks).toHaveLength(1)
  expect(clicks[0]).toBeCloseTo(half / SECOND, 2)
})

test('[QA17] silence that begins in the middle of a wave is a click', () => {
  expect(clicksOf(sound(SECOND, (at) => (at < SECOND / 2 + 27 ? tone(440)(at) : 0)))).toHaveLength(1)
})
