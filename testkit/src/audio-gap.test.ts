import { expect, it } from 'vitest'
import { AudioGap, Lateness } from './audio-gap.ts'

/** Pages of 250 ms of sound that come at these moments. */
function listen(atMs: readonly number[], silent: readonly number[] = []): AudioGap {
  const gap = new AudioGap()
  for (const at of atMs) gap.push({ atMs: at, durationMs: 250, isSilent: silent.includes(at) })
  return gap
}

it('[FT1] what comes before the player has played what it has is no gap', () => {
  expect(listen([0, 0, 0, 600, 1_000]).totalMs(1_250)).toBe(0)
})

it('[FT1] a player that is dry counts, until the next page and beyond the last one', () => {
  expect(listen([0, 400]).totalMs(650)).toBe(150)
  expect(listen([0, 400]).totalMs(1_000)).toBe(500)
})

it('[FT1] silence in the place of the source counts in full', () => {
  expect(listen([0, 250, 500], [250]).totalMs(750)).toBe(250)
})

it('[FT1] lateness is counted against the earliest page, and anew once it was asked for', () => {
  const lateness = new Lateness()
  lateness.push(1_000, 0)
  lateness.push(1_550, 250)
  expect(lateness.takeMostMs()).toBe(300)
  lateness.push(1_510, 500)
  expect(lateness.takeMostMs()).toBe(10)
})
