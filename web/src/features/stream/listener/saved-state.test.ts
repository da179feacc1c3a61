// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import {
  RESTORE_WINDOW_MS,
  savedLoudness,
  saveListenerState,
  validVolume,
  wasListening,
} from './saved-state.ts'

const NOW = 1_800_000_000_000
const saved = { isListening: true, audioPlaying: true, volume: 35, isMuted: true, timestamp: NOW }

beforeEach(() => localStorage.clear())

describe('what the browser remembers', () => {
  test('[LS19] 80 and not muted at first', () => {
    expect(savedLoudness()).toEqual({ volume: 80, isMuted: false })
  })

  test('[LS19] volume and mute for good', () => {
    saveListenerState(saved)
    expect(savedLoudness()).toEqual({ volume: 35, isMuted: true })
  })

  test.each([
    [-5, 0],
    [250, 100],
    [33.4, 33],
    [Number.NaN, 80],
    ['70', 80],
    [null, 80],
  ])('[LS19] a volume of %s is %i', (value, volume) => {
    expect(validVolume(value)).toBe(volume)
  })

  test('[LS20] listening is restored for less than an hour', () => {
    saveListenerState(saved)
    expect(wasListening(NOW + RESTORE_WINDOW_MS - 1)).toBe(true)
    expect(wasListening(NOW + RESTORE_WINDOW_MS)).toBe(false)
    expect(wasListening(NOW - 1)).toBe(false)
  })

  test.each(['', '{', '7', 'null', '{"isListening":true}', '{"isListening":"yes","timestamp":1}'])(
    '[LS20] %j restores nothing',
    (text) => {
      localStorage.setItem('carillon.listener', text)
      expect(wasListening(NOW)).toBe(false)
    },
  )
})
