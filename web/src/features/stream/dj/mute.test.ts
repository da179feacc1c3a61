import { describe, expect, it } from 'vitest'
import { isAllMuted, muteText } from './mute.ts'

describe('the mute', () => {
  it('[DJ71] is of everything that is open, but of both it leaves the music', () => {
    const isMusicMuted = false
    expect(isAllMuted({ isMuted: true, isMusicMuted, mode: 'microphone' })).toBe(true)
    expect(isAllMuted({ isMuted: true, isMusicMuted, mode: 'computer' })).toBe(true)
    expect(isAllMuted({ isMuted: true, isMusicMuted, mode: 'both' })).toBe(false)
    expect(isAllMuted({ isMuted: false, isMusicMuted, mode: 'computer' })).toBe(false)
  })

  it('[DJ106] of each strip, with both muted nothing is left', () => {
    expect(isAllMuted({ isMuted: true, isMusicMuted: true, mode: 'both' })).toBe(true)
    expect(isAllMuted({ isMuted: false, isMusicMuted: true, mode: 'both' })).toBe(false)
    // Of one source, the mute of the music says nothing.
    expect(isAllMuted({ isMuted: false, isMusicMuted: true, mode: 'computer' })).toBe(false)
  })

  it('[DJ71] names what it takes', () => {
    expect(muteText({ isMuted: true, mode: 'microphone' })).toBe('Microphone muted')
    expect(muteText({ isMuted: true, mode: 'both' })).toBe('Microphone muted')
    expect(muteText({ isMuted: true, mode: 'computer' })).toBe('Computer sound muted')
    expect(muteText({ isMuted: false, mode: 'computer' })).toBe('Computer sound on')
  })
})
