// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type EngineEvents, STALL_MS, START_TIMEOUT_MS, TRANSIT_MS } from '../engine.ts'
import { PlainEngine } from './plain-engine.ts'

/** jsdom has the element but no sound: what the browser would do is said by the test. */
function createAudio(play: () => Promise<void>) {
  const audio = document.createElement('audio')
  let currentTime = 0
  Object.defineProperty(audio, 'currentTime', { get: () => currentTime })
  Object.assign(audio, { play, pause: () => undefined, load: () => undefined })
  return { audio, advanceTo: (seconds: number) => (currentTime = seconds) }
}

function createEngine(
  play: () => Promise<void> = () => Promise.resolve(),
  behindMs: number | null = null,
  isInSegments = false,
) {
  const { audio, advanceTo } = createAudio(play)
  const reported: string[] = []
  const stood: number[] = []
  const delaysMs: number[] = []
  const events: EngineEvents = {
    onSounding: () => reported.push('sounding'),
    onBuffering: (forMs) => {
      reported.push('buffering')
      stood.push(forMs)
    },
    onMetrics: ({ delayMs }) => delaysMs.push(delayMs),
    onFailure: (failure) => reported.push(failure),
  }
  const engine = new PlainEngine(
    { audio, url: '/live.ogg?_=1', behindMs, loudness: 0.8, events },
    isInSegments,
  )
  engine.start()
  return { engine, audio, reported, stood, delaysMs, advanceTo }
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

  describe('behind live', () => {
    /** A station whose recording began so long ago; a request without an answer is null. */
    const stubRecordingOf = (lengthMs: number | null) =>
      vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
        if (lengthMs === null) throw new TypeError('Failed to fetch')
        const { pathname, searchParams } = new URL(address, 'https://station.test')
        expect([method, pathname]).toEqual(['HEAD', '/live.ogg'])
        const fromMs = Math.max(NOW_MS - lengthMs, Date.parse(searchParams.get('from') ?? ''))
        return new Response(null, { headers: { 'rewind-from': new Date(fromMs).toISOString() } })
      })
    const NOW_MS = Date.parse('2026-11-20T15:00:00.123Z')
    beforeEach(() => {
      vi.spyOn(Date, 'now').mockReturnValue(NOW_MS)
    })
    afterEach(() => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    })

    test.each([
      ['the place is where it asked for', 3_600_000, 720_000],
      ['a recording that begins later is the place', 540_000, 540_000],
      ['without an answer the place is where it asked for', null, 720_000],
    ])('[LS928] %s', async (_, lengthMs, placeMs) => {
      stubRecordingOf(lengthMs)
      const { delaysMs, advanceTo } = createEngine(undefined, 720_000)
      await vi.dynamicImportSettled()
      await vi.advanceTimersByTimeAsync(0)
      advanceTo(0.5)
      await vi.advanceTimersByTimeAsync(250)
      expect(delaysMs).toEqual([placeMs + TRANSIT_MS])
    })

    test('[LS964] a sleep in which the clock of the page stands still counts', async () => {
      stubRecordingOf(3_600_000)
      const { audio, delaysMs, advanceTo } = createEngine(undefined, 720_000)
      await vi.dynamicImportSettled()
      audio.dispatchEvent(new Event('loadedmetadata'))
      vi.mocked(Date.now).mockReturnValue(NOW_MS + 600_000)
      advanceTo(0.25)
      await vi.advanceTimersByTimeAsync(250)
      expect(delaysMs).toEqual([720_000 + TRANSIT_MS + 600_000 - 250])
    })
  })

  test('[LS960] HLS is as far behind as its playlist lets players begin, and ends by itself', () => {
    const { audio, engine, reported, delaysMs, advanceTo } = createEngine(undefined, null, true)
    audio.dispatchEvent(new Event('loadedmetadata'))
    advanceTo(0.25)
    vi.advanceTimersByTime(250)
    expect(delaysMs).toEqual([30_000 + TRANSIT_MS])
    expect(engine.endsLaterByMs).toBeGreaterThan(0)
    audio.dispatchEvent(new Event('ended'))
    expect(reported).toEqual(['sounding', 'lost'])
  })

  test('[LS961] a fade gives way to a loudness', () => {
    const { audio, engine } = createEngine()
    engine.fadeOut(1_500)
    vi.advanceTimersByTime(1_000)
    expect(audio.volume).toBeLessThan(0.4)
    engine.setLoudness(0.8)
    vi.advanceTimersByTime(1_000)
    expect(audio.volume).toBe(0.8)
  })

  test('[LS962] silence is more than a volume of 0, which iOS does not obey; a fade is no silence', () => {
    const { audio, engine } = createEngine()
    expect(audio.muted).toBe(false)
    engine.setLoudness(0)
    expect(audio.muted).toBe(true)
    engine.setLoudness(0.3)
    expect([audio.volume, audio.muted]).toEqual([0.3, false])
    engine.fadeOut(1_500)
    vi.advanceTimersByTime(2_000)
    expect([audio.volume, audio.muted]).toEqual([0, false])
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
