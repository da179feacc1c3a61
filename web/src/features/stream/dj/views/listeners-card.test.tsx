import { describe, expect, it } from 'vitest'
import { audienceWords } from '../../audience-words.ts'
import type { UploadReport } from '../air.ts'
import { delayText, recordingText, sentText } from './listeners-card.tsx'

const report: UploadReport = {
  bitsPerSecond: 96_300,
  skippedChunks: 0,
  droppedChunks: 0,
  roundTripMs: 24,
  heardDelayMs: null,
  listenersPeakDb: null,
  recording: null,
  silentSeconds: 0,
  isSilenceAlarm: false,
  unacknowledgedSince: null,
  stoppedSince: null,
  standIn: null,
  feedHold: null,
}

describe('what listeners get', () => {
  it('[DJ36] says the rate and what was skipped', () => {
    expect(sentText(report)).toBe('96 kbps, nothing skipped')
    expect(sentText({ ...report, skippedChunks: 1, droppedChunks: 2 })).toBe('96 kbps, 3 skipped')
  })

  it('[DJ36] says how much later listeners hear, in the words of the players', () => {
    expect(delayText(report)).toBe('Nobody at the moment')
    expect(delayText({ ...report, heardDelayMs: 840 })).toBe('about 0.8 s later')
    expect(delayText({ ...report, heardDelayMs: 3_620 })).toBe('about 3.6 s later')
  })

  it('[DJ101] says of the recording what the station says, also after a reload of the page', () => {
    const lengthMs = 42 * 60_000
    expect(recordingText(null)).toBe('Not known yet')
    expect([0, 1, 2].map((gaps) => recordingText({ lengthMs, gaps, hasFailed: false }))).toEqual([
      '42 min, no gaps',
      '42 min, 1 gap',
      '42 min, 2 gaps',
    ])
    expect(recordingText({ lengthMs, gaps: 1, hasFailed: true })).toBe(
      'Stopped after 42 min: the disk failed',
    )
  })

  it('[DJ37] the end is asked with the number of people who would lose it', () => {
    expect([0, 1, 42].map(audienceWords)).toEqual([
      'Nobody is listening at the moment.',
      '1 person is listening.',
      '42 people are listening.',
    ])
  })
})
