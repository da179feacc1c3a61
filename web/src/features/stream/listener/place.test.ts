import { describe, expect, test } from 'vitest'
import { behindWords } from './behind-words.ts'
import { behindMs, heldPlace, soundingPlace } from './place.ts'

const METRICS = { delayMs: 12_000, underruns: 0, startMs: 300 }

describe('the place of who went back in a show', () => {
  test('[LS923] is as far behind as the engine says while it plays, and falls behind while it stands', () => {
    const playing = soundingPlace(METRICS, 100_000)
    expect([behindMs(playing, 100_000), behindMs(playing, 160_000)]).toEqual([12_000, 12_000])
    const held = heldPlace(playing, 100_200)
    expect([behindMs(held, 100_200), behindMs(held, 130_200)]).toEqual([12_000, 42_000])
    expect(heldPlace(held, 190_000)).toEqual(held)
  })

  test('[LS964] has gone on for as long as an engine takes to report, and no longer', () => {
    const playing = soundingPlace(METRICS, 100_000)
    const afterSleep = heldPlace(playing, 3_700_000)
    expect(afterSleep).toEqual({ atMs: 88_250, sinceMs: null })
    expect(heldPlace(playing, 99_000)).toEqual({ atMs: 88_000, sinceMs: null })
  })

  test.each([
    [0, '-0:00'],
    [252_999, '-4:12'],
    [3_727_000, '-1:02:07'],
  ])('[LS923] %i ms behind is %s', (ms, words) => {
    expect(behindWords(ms)).toBe(words)
  })
})
