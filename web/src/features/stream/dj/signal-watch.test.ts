import { describe, expect, it } from 'vitest'
import {
  looksMono,
  type MeterFrame,
  type SignalState,
  signalWarning,
  silentSignal,
  watchSignal,
} from './signal-watch.ts'

const tone: MeterFrame = { peaks: [0.5, 0.25], loudness: 0.3, channels: 2, identical: false, clipped: false }
const silence: MeterFrame = { peaks: [0, 0], loudness: 0, channels: 2, identical: true, clipped: false }

function after(frames: readonly [MeterFrame, number][], start: SignalState = silentSignal(0)): SignalState {
  return frames.reduce((state, [frame, at]) => watchSignal(state, frame, at), start)
}

describe('meter', () => {
  it('[DJ10] holds a peak for 1.5 s, then follows the sound', () => {
    const quieter: MeterFrame = { ...tone, peaks: [0.1, 0.1] }
    expect(
      after([
        [tone, 0],
        [quieter, 1400],
      ]).peakDb,
    ).toBeCloseTo(-6.02, 1)
    expect(
      after([
        [tone, 0],
        [quieter, 1501],
      ]).peakDb,
    ).toBeCloseTo(-20, 1)
  })

  it('[DJ10] keeps the clip lamp lit until ten seconds are clean', () => {
    const clipped: MeterFrame = { ...tone, peaks: [1, 1], clipped: true }
    expect(
      signalWarning(
        after([
          [clipped, 0],
          [tone, 9_999],
        ]),
        9_999,
        false,
      ),
    ).toBe('clipping')
    expect(
      signalWarning(
        after([
          [clipped, 0],
          [tone, 10_000],
        ]),
        10_000,
        false,
      ),
    ).toBeNull()
  })

  it('[DJ11] five seconds of silence warn, and any sound ends the warning', () => {
    expect(signalWarning(after([[silence, 4_999]]), 4_999, false)).toBeNull()
    const quiet = after([[silence, 5_000]])
    expect(signalWarning(quiet, 5_000, false)).toBe('no-signal')
    expect(signalWarning(watchSignal(quiet, tone, 5_050), 5_050, false)).toBeNull()
  })

  it('[DJ11] fifteen seconds of silence on air are dead air', () => {
    const quiet = after([[silence, 15_000]])
    expect(signalWarning(quiet, 15_000, true)).toBe('dead-air')
    expect(signalWarning(quiet, 15_000, false)).toBe('no-signal')
  })

  it('[DJ12] two equal channels look mono after three seconds of sound, silence never does', () => {
    const same: MeterFrame = { ...tone, peaks: [0.5, 0.5], identical: true }
    expect(
      looksMono(
        after([
          [same, 0],
          [same, 3_000],
        ]),
        3_000,
      ),
    ).toBe(true)
    expect(
      looksMono(
        after([
          [same, 0],
          [tone, 1_000],
          [same, 3_000],
        ]),
        3_000,
      ),
    ).toBe(false)
    expect(
      looksMono(
        after([
          [silence, 0],
          [silence, 3_000],
        ]),
        3_000,
      ),
    ).toBe(false)
  })
})
