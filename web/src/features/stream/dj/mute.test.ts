import { describe, expect, it } from 'vitest'
import { isAllMuted, muteText } from './mute.ts'

describe('the mute', () => {
  it('[DJ71] is of everything that is open, but of both it leaves the music', () => {
    expect(isAllMuted({ isMuted: true, mode: 'microphone' })).toBe(true)
    expect(isAllMuted({ isMuted: true, mode: 'computer' })).toBe(true)
    expect(isAllMuted({ isMuted: true, mode: 'both' })).toBe(false)
    expect(isAllMuted({ isMuted: false, mode: 'computer' })).toBe(false)
  })

  it('[DJ71] names what it takes', () => {
    expect(muteText({ isMuted: true, mode: 'microphone' })).toBe('Microphone muted')
    expect(muteText({ isMuted: true, mode: 'both' })).toBe('Microphone muted')
    expect(muteText({ isMuted: true, mode: 'computer' })).toBe('Computer sound muted')
    expect(muteText({ isMuted: false, mode: 'computer' })).toBe('Computer sound on')
  })
})
