// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STALL_MS, START_TIMEOUT_MS } from '../engine.ts'
import { PlainEngine } from './plain-engine.ts'

/** jsdom has the element but no sound: what the browser would do is said by the test. */
function createAudio(play: () => Promise<void>) {
  const audio = document.createElement('audio')
  let currentTime = 0
  Object.defineProperty(audio, 'currentTime', { get: () => currentTime })
  Object.assign(audio, { play, pause: () => undefined, load: () => undefined })
  return { audio, advanceTo: (seconds: number) => (currentTime = seconds) }
}

function createEngine(play: () => Promise<void> = () => Promise.resolve()) {
  const { audio, advanceTo } = createAudio(play)
  const reported: string[] = []
  const stood: number[] = []
  const engine = new PlainEngine({
    audio,
    url: '/live.ogg?_=1',
    loudness: 0.8,
    events: {
      onSounding: () => reported.push('sounding'),
      onBuffering: (forMs) => {
        reported.push('buffering')
        stood.push(forMs)
      },
      onMetrics: () => undefined,
      onFailure: (failure) => reported.push(failure),
    },
  })
  engine.start()
  return { engine, audio, reported, stood, advanceTo }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('PlainEngine', () => {
  test('[LS34] sound is where currentTime moves', () => {
    const { audio, reported, advanceTo } = createEngine()
    audio.dispatchEvent(new Event('playing'))
    expect(reported).toEqual([])
    advanceTo(0.1)
    audio.dispatchEvent(new Event('timeupdate'))
    expect(reported).toEqual(['sounding'])
  })

  test('[LS34] a stalled event alone is no silence', () => {
    const { audio, reported, advanceTo } = createEngine()
    for (let turn = 1; turn <= 20; turn += 1) {
      advanceTo(turn)
      audio.dispatchEvent(new Event('stalled'))
      vi.advanceTimersByTime(1_000)
    }
    expect(reported).toEqual(['sounding'])
  })

  test('[LS34] sound that stands still is buffering, then lost', () => {
    const { reported, advanceTo } = createEngine()
    advanceTo(1)
    vi.advanceTimersByTime(500)
    vi.advanceTimersByTime(1_500)
    expect(reported).toEqual(['sounding', 'buffering'])
    vi.advanceTimersByTime(STALL_MS)
    expect(reported).toEqual(['sounding', 'buffering', 'lost'])
  })

  test('[LS801] standing still is reported with how long it has lasted, so that the words wait no longer', () => {
    const { stood, advanceTo } = createEngine()
    advanceTo(1)
    vi.advanceTimersByTime(250)
    vi.advanceTimersByTime(1_000)
    expect(stood).toEqual([1_000])
  })

  test('[LS34] a start without sound is given up', () => {
    const { reported } = createEngine()
    vi.advanceTimersByTime(START_TIMEOUT_MS + 500)
    expect(reported).toEqual(['lost'])
  })

  test('[LS18] a browser that wants a gesture blocks', async () => {
    const { reported } = createEngine(() => Promise.reject(new DOMException('no gesture', 'NotAllowedError')))
    await vi.advanceTimersByTimeAsync(0)
    expect(reported).toEqual(['blocked'])
  })

  test('[LS17] a pause by the browser or the system lets go of the connection', () => {
    const { audio, reported, advanceTo } = createEngine()
    audio.dispatchEvent(new Event('pause')) // an older engine's, late
    advanceTo(1)
    audio.dispatchEvent(new Event('timeupdate'))
    audio.dispatchEvent(new Event('pause'))
    expect(reported).toEqual(['sounding', 'paused'])
    expect(audio.hasAttribute('src')).toBe(false)
  })

  test('[LS17] closing takes the source away, so that nothing is downloaded', () => {
    const { engine, audio } = createEngine()
    expect(audio.getAttribute('src')).toBe('/live.ogg?_=1')
    engine.close()
    expect(audio.hasAttribute('src')).toBe(false)
  })
})
