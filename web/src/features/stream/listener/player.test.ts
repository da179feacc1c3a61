import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine, EngineEvents, EngineKind } from './engine.ts'
import { IDLE_LIMIT_MS, Player } from './player.ts'
import { obeyStepBack, rewindTo, stepBack } from './rewinding.ts'

/** An engine without a browser: it remembers what it was told, and the test speaks for it. */
type SilentEngine = Engine & { events: EngineEvents; calls: string[]; loudness: number }

function createTestPlayer(kinds: EngineKind[] = ['near', 'plain'], endsLaterByMs = 0) {
  const engines: SilentEngine[] = []
  /** Distance behind what is live that each engine was made for. */
  const asked: (number | null)[] = []
  const player = new Player({
    choose: (failed, behindMs) => (behindMs === null ? kinds.find((kind) => !failed.has(kind)) : 'plain'),
    create: (kind, loudness, events, behindMs) => {
      asked.push(behindMs)
      const calls: string[] = []
      const engine: SilentEngine = {
        kind,
        endsLaterByMs,
        events,
        calls,
        loudness,
        start: () => calls.push('start'),
        setLoudness: (value) => {
          engine.loudness = value
        },
        fadeOut: (ms) => calls.push(`fade ${ms}`),
        level: () => null,
        close: () => calls.push('close'),
      }
      engines.push(engine)
      return engine
    },
  })
  player.setOnAir(true)
  const last = () => engines.at(-1) as SilentEngine
  const place = () => player.snapshot.get().place
  return { player, engines, asked, last, place, state: () => player.snapshot.get().state }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Player', () => {
  test('[LS12] an engine that cannot hands over to the other without a click', () => {
    const { player, engines, last, state } = createTestPlayer()
    player.play()
    last().events.onSounding()
    last().events.onFailure('unfit', 'the decoder broke')
    expect(engines.map((engine) => engine.kind)).toEqual(['near', 'plain'])
    expect(last().calls).toEqual(['start'])
    last().events.onSounding()
    expect(state().name).toBe('playing')
  })

  test('[LS12] when no engine is left the page says that this browser cannot', () => {
    const { player, last, state } = createTestPlayer(['plain'])
    player.play()
    last().events.onFailure('unfit', 'no such format')
    expect(state()).toEqual({ name: 'no-format' })
  })

  test('[LS13] a lost connection is tried again when the ladder says so', () => {
    const { player, engines, last, state } = createTestPlayer()
    player.play()
    last().events.onFailure('lost', 'the stream ended')
    vi.advanceTimersByTime(499)
    expect(engines).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(engines).toHaveLength(2)
    expect(state()).toEqual({ name: 'retrying', attempt: 1, dueAt: null })
  })

  test('[LS14] the network that returns does not wait for the ladder', () => {
    const { player, engines, last } = createTestPlayer()
    player.play()
    last().events.onFailure('lost', 'gone')
    player.wellAgain()
    expect(engines).toHaveLength(2)
    vi.advanceTimersByTime(60_000)
    expect(engines).toHaveLength(2)
  })

  test('[LS15] Try now does not wait either', () => {
    const { player, engines, last } = createTestPlayer()
    player.play()
    last().events.onFailure('lost', 'gone')
    player.tryNow()
    expect(engines).toHaveLength(2)
  })

  test('[LS17] pause closes the connection, play opens a new one', () => {
    const { player, engines, state } = createTestPlayer()
    player.play()
    player.pause()
    expect(engines[0]?.calls).toEqual(['start', 'close'])
    expect(state()).toEqual({ name: 'idle' })
    player.play()
    expect(engines).toHaveLength(2)
  })

  test('[LS17] an engine that was closed is not heard any more', () => {
    const { player, engines, state } = createTestPlayer()
    player.play()
    player.pause()
    player.play()
    engines[0]?.events.onFailure('lost', 'late news')
    expect(state().name).toBe('connecting')
  })

  test('[LS17] what the system paused stays paused', () => {
    const { player, engines, last, state } = createTestPlayer()
    player.play()
    last().events.onSounding()
    last().events.onFailure('paused', 'a headset was unplugged')
    expect(state()).toEqual({ name: 'idle' })
    vi.advanceTimersByTime(60_000)
    expect(engines).toHaveLength(1)
  })

  test('[LS18] a refused restore invites to resume, a refused press to listen', () => {
    const { player, last, state } = createTestPlayer()
    player.restore()
    last().events.onFailure('blocked', 'no gesture')
    expect(state()).toEqual({ name: 'blocked', cause: 'restored' })
    player.play()
    last().events.onFailure('blocked', 'no gesture')
    expect(state()).toEqual({ name: 'blocked', cause: 'autoplay' })
  })

  test('[LS19] volume is 80 at first; choosing one unmutes', () => {
    const { player, last } = createTestPlayer()
    player.play()
    expect(last().loudness).toBe(0.8)
    player.toggleMute()
    expect(last().loudness).toBe(0)
    player.setVolume(30)
    expect(last().loudness).toBe(0.3)
    expect(player.snapshot.get()).toMatchObject({ volume: 30, isMuted: false })
  })

  test('[LS21] eight hours without a sign of life stop the sound', () => {
    const { player, last, state } = createTestPlayer()
    player.play()
    last().events.onSounding()
    vi.advanceTimersByTime(IDLE_LIMIT_MS - 1)
    player.signOfLife()
    vi.advanceTimersByTime(IDLE_LIMIT_MS - 1)
    expect(state().name).toBe('playing')
    vi.advanceTimersByTime(1)
    expect(state()).toEqual({ name: 'idle-stopped' })
    expect(last().calls).toContain('close')
  })

  test('[LS22] at the end what is buffered is heard, then it fades', () => {
    const { player, last, state } = createTestPlayer()
    player.play()
    last().events.onSounding()
    last().events.onMetrics({ delayMs: 3_000, underruns: 0, startMs: 100 })
    player.setOnAir(false)
    vi.advanceTimersByTime(2_999)
    expect(last().calls).toEqual(['start'])
    vi.advanceTimersByTime(1)
    expect(last().calls).toEqual(['start', 'fade 1500'])
    vi.advanceTimersByTime(1_500)
    expect(state()).toEqual({ name: 'ended' })
    expect(last().calls).toContain('close')
  })

  test('[LS961] a broadcast that comes back while it fades is as loud as before', () => {
    const { player, last, state } = createTestPlayer()
    player.play()
    last().events.onSounding()
    player.setOnAir(false)
    vi.advanceTimersByTime(1_000)
    expect(last().calls).toContain('fade 1500')
    last().loudness = 0.2
    player.setOnAir(true)
    expect(last().loudness).toBe(0.8)
    vi.advanceTimersByTime(60_000)
    expect(state().name).toBe('playing')
  })

  test('[LS960] what ends by itself has some seconds more, and then it fades', () => {
    const { player, last, state } = createTestPlayer(['plain'], 8_000)
    player.play()
    last().events.onSounding()
    last().events.onMetrics({ delayMs: 30_000, underruns: 0, startMs: 100 })
    player.setOnAir(false)
    vi.advanceTimersByTime(37_999)
    expect([state().name, last().calls]).toEqual(['playing', ['start']])
    vi.advanceTimersByTime(1)
    expect(last().calls).toEqual(['start', 'fade 1500'])
  })

  test('[LS22] a broadcast that comes back before the end is heard goes on', () => {
    const { player, last, state } = createTestPlayer()
    player.play()
    last().events.onSounding()
    player.setOnAir(false)
    player.setOnAir(true)
    vi.advanceTimersByTime(60_000)
    expect(state().name).toBe('playing')
  })
})

describe('a player that goes back in the show', () => {
  const sounds = (player: ReturnType<typeof createTestPlayer>, delayMs: number) => {
    player.last().events.onSounding()
    player.last().events.onMetrics({ delayMs, underruns: 0, startMs: 300 })
  }

  test('[LS924] asks for what was sent then, and for what is live when it comes back', () => {
    const test = createTestPlayer()
    test.player.play()
    rewindTo(test.player, 90_000)
    sounds(test, 90_400)
    expect(test.last().kind).toBe('plain')
    rewindTo(test.player, 120_400)
    sounds(test, 120_400)
    test.player.seek(null)
    expect(test.asked).toEqual([null, 90_000, 120_400, null])
    expect([test.last().kind, test.place()]).toEqual(['near', null])
  })

  test('[LS924] paused it keeps its place, and goes on from there; live it joins what is live', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    vi.advanceTimersByTime(5_000)
    sounds(test, 60_000)
    test.player.pause()
    vi.advanceTimersByTime(25_000)
    test.player.play()
    expect(test.asked).toEqual([60_000, 85_000])
    test.player.seek(null)
    test.player.pause()
    vi.advanceTimersByTime(25_000)
    test.player.play()
    expect(test.asked.slice(2)).toEqual([null, null])
  })

  test('[LS924] a lost connection costs nothing of the show', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    test.last().events.onFailure('lost', 'the stream ended')
    vi.advanceTimersByTime(500)
    expect(test.asked).toEqual([60_000, 60_500])
  })

  test('[LS924] where the station does not let it, it joins what is live', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    test.last().events.onFailure('lost', 'the browser gave no reason')
    vi.advanceTimersByTime(500)
    expect(test.asked).toEqual([60_000, null])
    expect(test.place()).toBe(null)
  })

  test('[LS924] an outage of several tries costs nothing of it either, the last try but for', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    for (const waitMs of [500, 1_000, 2_000]) {
      test.last().events.onFailure('lost', 'no answer')
      vi.advanceTimersByTime(2 * waitMs)
    }
    expect(test.asked.length).toBeGreaterThan(2)
    expect(test.asked).not.toContain(null)
    while (!test.asked.includes(null) && test.state().name === 'retrying') {
      test.last().events.onFailure('lost', 'no answer')
      vi.advanceTimersByTime(120_000)
    }
    expect([test.asked.at(-1), test.place()]).toEqual([null, null])
  })

  test('[LS924] a place that cannot be decoded leads to what is live, with the engine of before', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    test.last().events.onFailure('unfit', 'the file is damaged')
    expect([test.asked, test.last().kind, test.place()]).toEqual([[60_000, null], 'near', null])
  })

  test('[LS924] who hears what is live keeps the connection', () => {
    const test = createTestPlayer()
    test.player.play()
    test.last().events.onSounding()
    rewindTo(test.player, 0)
    expect(test.engines).toHaveLength(1)
    expect(test.last().calls).toEqual(['start'])
  })

  test('[LS924] a place that was paused ends with its show, one that is heard does not', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    test.player.leaveShow()
    expect(test.place()).not.toBe(null)
    test.player.pause()
    test.player.leaveShow()
    expect(test.place()).toBe(null)
  })

  test('[LS924] less than two seconds behind is live, and the end of the show is the end of it', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 1_900)
    expect(test.asked).toEqual([null])
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    test.player.setOnAir(false)
    vi.advanceTimersByTime(120_000)
    expect([test.state().name, test.place()]).toEqual(['ended', null])
  })

  test('[LS930] a show that ends in a stream that goes on is heard to its end, then what is live', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    test.player.endShow()
    vi.advanceTimersByTime(59_999)
    test.last().events.onMetrics({ delayMs: 60_000, underruns: 0, startMs: 300 })
    expect(test.asked).toEqual([60_000])
    vi.advanceTimersByTime(1)
    test.last().events.onMetrics({ delayMs: 60_000, underruns: 0, startMs: 300 })
    expect([test.asked, test.place()]).toEqual([[60_000, null], null])
  })

  test('[LS930] after the end of the show a new connection leads to what is live, and a new place is another show’s', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    test.player.endShow()
    test.last().events.onFailure('lost', 'the connection is gone')
    vi.advanceTimersByTime(500)
    expect([test.asked, test.place()]).toEqual([[60_000, null], null])
    rewindTo(test.player, 10_000)
    sounds(test, 10_000)
    test.player.pause()
    test.player.play()
    expect(test.asked).toEqual([60_000, null, 10_000, 10_000])
  })

  test('[LS930] paused after the end of the show there is no place to go on from', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 60_000)
    sounds(test, 60_000)
    test.player.endShow()
    test.player.pause()
    expect(test.place()).toBe(null)
  })

  test('[LS933] between shows too a pause and a lost connection keep the place, after the end of the show before', () => {
    const test = createTestPlayer()
    test.player.play()
    test.last().events.onSounding()
    test.player.endShow()
    vi.advanceTimersByTime(60_000)
    rewindTo(test.player, 30_000)
    sounds(test, 30_000)
    test.last().events.onFailure('lost', 'the stream ended')
    vi.advanceTimersByTime(500)
    sounds(test, 30_500)
    test.player.pause()
    vi.advanceTimersByTime(5_000)
    test.player.play()
    expect(test.asked).toEqual([null, 30_000, 30_500, 35_500])
  })

  test('[LS933] a step back from before the beginning of the show leads nowhere forward', () => {
    const test = createTestPlayer()
    rewindTo(test.player, 90_000)
    sounds(test, 90_000)
    stepBack(test.player, 30_000, 40_000)
    expect(test.asked).toEqual([90_000, 90_000])
  })

  test('[LS925] the lock screen steps back by 30 s, for as long as the strip is there', () => {
    const handlers = new Map<string, (() => void) | null>()
    const setActionHandler = (name: string, handler: (() => void) | null) => handlers.set(name, handler)
    vi.stubGlobal('navigator', { mediaSession: { setActionHandler } })
    const test = createTestPlayer()
    test.player.play()
    const undo = obeyStepBack(test.player, () => 40_000)
    handlers.get('seekbackward')?.()
    handlers.get('seekbackward')?.()
    expect(test.asked).toEqual([null, 30_000, 40_000])
    undo()
    expect(handlers.get('seekbackward')).toBe(null)
    vi.unstubAllGlobals()
  })
})
