import { describe, expect, it } from 'vitest'
import { type HealthInput, healthOf } from './health.ts'

const NOW = new Date('2026-11-20T07:00:00.000Z')
const SOUNDING: NonNullable<HealthInput['live']> = {
  broadcastId: 3,
  listenerCount: 12,
  isRecovering: false,
  feedHold: null,
  isDeadAir: false,
  hasRecordingFailed: false,
  bitrate: 96_000,
}
const problemOf = (given: Partial<typeof SOUNDING>, isRunning = true) =>
  healthOf({ isRunning, live: { ...SOUNDING, ...given } }, NOW).errorMessage

describe('what is wrong with the stream', () => {
  it('[GU6] dead air is told, and the show counts as healthy: its source is there', () => {
    expect(problemOf({})).toBeNull()
    expect(healthOf({ isRunning: true, live: { ...SOUNDING, isDeadAir: true } }, NOW)).toMatchObject({
      healthy: true,
      recovering: false,
      errorMessage: 'Listeners hear silence.',
    })
  })

  it('[GU6] where it is known why it is silent, that is told instead', () => {
    expect(problemOf({ isDeadAir: true, isRecovering: true })).toBe('No audio is coming from the DJ.')
    expect(problemOf({ isDeadAir: true, feedHold: { by: 'Ada', since: '2026-11-20T01:00:00.000Z' } })).toBe(
      'The stream is stopped: listeners hear silence.',
    )
  })
})
