import { describe, expect, it } from 'vitest'
import { describeFormat, knownFormat, qualityRefusal } from './audio-quality.ts'

describe('audio quality', () => {
  it.each([
    [{ channels: 2, sampleRate: 44_100 }],
    [{ channels: 2, sampleRate: 48_000 }],
    [{ channels: 6, sampleRate: 96_000 }],
  ])('[DJ7] accepts %o', (format) => {
    expect(qualityRefusal(format)).toBeNull()
  })

  it.each([
    [{ channels: 1, sampleRate: 48_000 }, 'mono, 48 kHz'],
    [{ channels: 2, sampleRate: 44_099 }, 'stereo, 44.09 kHz'],
    [{ channels: 1, sampleRate: 16_000 }, 'mono, 16 kHz'],
  ])('[DJ7] refuses %o and shows the numbers', (format, numbers) => {
    const text = qualityRefusal(format)
    expect(text?.startsWith(`Selected source audio quality too low (${numbers}`)).toBe(true)
  })

  it('[DJ8] takes measured numbers where the browser gives none', () => {
    const measured = { channels: 2, sampleRate: 48_000 }
    expect(knownFormat({ channelCount: 1 }, measured)).toEqual({ channels: 1, sampleRate: 48_000 })
    expect(knownFormat({}, measured)).toEqual(measured)
    expect(knownFormat({}, { channels: null, sampleRate: 48_000 })).toBeNull()
  })

  it('[DJ8] says numbers as people do', () => {
    expect(describeFormat({ channels: 2, sampleRate: 22_050 })).toBe('stereo, 22.05 kHz')
  })
})
