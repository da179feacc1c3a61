import { beforeEach, describe, expect, it } from 'vitest'
import { LevelWatch, spokenLevelText } from './level-watch.ts'
import type { MeterFrame } from './signal-watch.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'

const tone: MeterFrame = { peaks: [0.5, 0.5], loudness: 0.3, channels: 2, identical: false, clipped: false }
const silence: MeterFrame = { peaks: [0, 0], loudness: 0, channels: 2, identical: true, clipped: false }
const FRAME_MS = 50

let timers: FakeTimers
let watch: LevelWatch

beforeEach(() => {
  timers = createFakeTimers()
  watch = new LevelWatch(timers, () => {})
})

function receive(frame: MeterFrame, forMs: number): void {
  for (let elapsed = 0; elapsed < forMs; elapsed += FRAME_MS) {
    timers.advance(FRAME_MS)
    watch.receive(frame)
  }
}

describe('level in words', () => {
  it('[DJ9] changes at most every two seconds while the sound goes on', () => {
    let changes = 0
    receive(tone, FRAME_MS)
    watch.level.subscribe(() => {
      changes += 1
    })
    receive(tone, 6_000)
    expect(changes).toBe(3)
    expect(spokenLevelText(watch.level.get())).toBe('Good level, peaks at −6 dB')
  })

  it('[DJ11] sound after silence is told at once, and a short pause is no silence', () => {
    receive(silence, 1_000)
    expect(spokenLevelText(watch.level.get())).toBe('Silence')
    receive(tone, FRAME_MS)
    expect(watch.level.get().hasSignal).toBe(true)
    receive(silence, 1_500)
    expect(watch.level.get().hasSignal).toBe(true)
  })

  it('[DJ11] dead air is counted from going on air, however often that is repeated', () => {
    receive(silence, 10_000)
    watch.setOnAir(true)
    for (let second = 1; second < 15; second += 1) {
      receive(silence, 1_000)
      watch.setOnAir(true)
    }
    expect(watch.level.get().warning).toBe('no-signal')
    receive(silence, 1_000)
    expect(watch.level.get().warning).toBe('dead-air')
  })

  it('[DJ10] a dismissed clip lamp goes out', () => {
    receive({ ...tone, peaks: [1, 1], clipped: true }, FRAME_MS)
    expect(watch.level.get().warning).toBe('clipping')
    watch.dismissClip()
    expect(watch.level.get().warning).toBeNull()
  })
})
