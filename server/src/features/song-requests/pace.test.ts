import { describe, expect, it } from 'vitest'
import { waitFor } from './pace.ts'

const NOW_MS = 1_000_000_000
const ago = (seconds: number) => NOW_MS - seconds * 1000

describe('how often somebody may ask for a song', () => {
  it('[SQ2] the first is always in order, the next one after 30 s', () => {
    expect(waitFor({ lastMs: null, waiting: 0 }, NOW_MS)).toBeNull()
    expect(waitFor({ lastMs: ago(30), waiting: 4 }, NOW_MS)).toBeNull()
    expect(waitFor({ lastMs: ago(29.999), waiting: 0 }, NOW_MS)).toEqual({
      message: 'Please wait 1 second before your next song.',
      retryAfterSeconds: 1,
    })
    expect(waitFor({ lastMs: ago(0), waiting: 0 }, NOW_MS)).toEqual({
      message: 'Please wait 30 seconds before your next song.',
      retryAfterSeconds: 30,
    })
  })

  it('[SQ2] a clock that was set back never asks for more than the pause', () => {
    expect(waitFor({ lastMs: NOW_MS + 20_000, waiting: 0 }, NOW_MS)?.retryAfterSeconds).toBe(30)
  })

  it('[FT3] a last request from before the clock was set back holds nobody up', () => {
    expect(waitFor({ lastMs: NOW_MS + 3_600_000, waiting: 0 }, NOW_MS)).toBeNull()
  })

  it('[SQ3] five that wait are enough', () => {
    expect(waitFor({ lastMs: ago(60), waiting: 4 }, NOW_MS)).toBeNull()
    expect(waitFor({ lastMs: ago(60), waiting: 5 }, NOW_MS)).toEqual({
      message: '5 of your songs are waiting. Please try again in 30 seconds, or withdraw one.',
      retryAfterSeconds: 30,
    })
  })
})
