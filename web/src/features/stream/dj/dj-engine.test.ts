// @vitest-environment jsdom
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stationReached } from '../../../lib/station-reached.ts'
import { onAirShow } from '../../../session/on-air-state.ts'
import { Backup } from './backup/backup.ts'
import type { BroadcastCalls } from './broadcast-calls.ts'
import { DjEngine } from './dj-engine.ts'
import { createDjMemory, type DjMemory } from './dj-memory.ts'
import { Sound } from './sound.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'
import { type FakeBrowser, openFakeBrowser } from './testing-browser.ts'

const ANA = { id: 3, role: 'DJ', name: 'Ana' }
const PLAN = { title: 'Harana Hour', description: '', slotId: null }
const SHOW = {
  id: 7,
  title: 'Harana Hour',
  startedBy: ANA,
  createdBy: ANA,
  actualStart: null,
} as Partial<Broadcast>
const live = { ...SHOW, status: 'LIVE' } as Broadcast
const ended = { ...SHOW, status: 'ENDED', endReason: 'ENDED_BY_DJ' } as Broadcast

let browser: FakeBrowser
let engine: DjEngine
let asked: string[]
let timers: FakeTimers
let memory: DjMemory
let station: BroadcastCalls
let leaveDashboard: () => void

beforeEach(() => {
  browser = openFakeBrowser()
  asked = []
  station = createStation()
  timers = createFakeTimers()
  const stored = new Map<string, string>()
  memory = createDjMemory({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  })
  const backup = new Backup({ timers })
  engine = new DjEngine({ calls: station, timers, memory, sound: new Sound(timers, memory), backup })
  leaveDashboard = engine.dashboard.open()
})

afterEach(() => {
  engine.leave()
  browser.close()
})

/** A station where everything works; what is asked of it stands in `asked`. */
function createStation(): BroadcastCalls {
  const record = <T>(name: string, answer: T) => {
    return async () => {
      asked.push(name)
      return answer
    }
  }
  return {
    create: record('create', { ...SHOW, status: 'SCHEDULED' } as Broadcast),
    setNowPlaying: record('setNowPlaying', live),
    update: record('update', { ...SHOW, status: 'SCHEDULED' } as Broadcast),
    setRecordingPublic: record('setRecordingPublic', null),
    remove: record('remove', null),
    get: record('get', live),
    live: record('live', []),
    upcoming: record('upcoming', []),
    health: () => Promise.reject(new Error('not asked here')),
    start: record('start', live),
    startTest: record('startTest', { ...SHOW, status: 'TESTING' } as Broadcast),
    standBy: record('standBy', {
      ...SHOW,
      status: 'TESTING',
      standingBySince: '2026-11-20T07:00:00.000Z',
    } as Broadcast),
    end: record('end', ended),
  }
}

const name = () => engine.state.get().name
const socket = () => browser.sockets.at(-1)

async function goLive(): Promise<void> {
  await engine.start(PLAN, 'show')
  socket()?.open()
}

describe('the engine of a DJ', () => {
  it('[DJ21] a start is on air once the recorder runs and the socket is open', async () => {
    await engine.start(PLAN, 'show')
    expect([name(), onAirShow.get()]).toEqual(['starting', null])
    socket()?.open()
    expect([name(), onAirShow.get()?.broadcastId]).toEqual(['live', 7])
    expect(browser.recorders[0]?.state).toBe('recording')
  })

  it('[HO204] who stands by is on air when the station records the show, over the same line', async () => {
    await engine.start(PLAN, 'waiting')
    socket()?.open()
    expect(engine.state.get()).toMatchObject({ name: 'live', kind: 'waiting' })
    expect(onAirShow.get()).toBeNull()
    const report = {
      type: 'INGEST',
      receivedBytes: 1,
      bufferedMs: 0,
      droppedChunks: 0,
      receivedUpTo: 1,
      heardDelayMs: null,
      feedHold: null,
    }
    socket()?.say(report)
    expect(asked).toEqual(['create', 'standBy'])
    socket()?.say({ ...report, receivedUpTo: 2, recording: { lengthMs: 0, gaps: 0, hasFailed: false } })
    await vi.waitFor(() =>
      expect(engine.state.get()).toMatchObject({ kind: 'show', broadcast: { status: 'LIVE' } }),
    )
    expect(onAirShow.get()?.broadcastId).toBe(7)
    expect(browser.sockets).toHaveLength(1)
  })

  it('[DJ33] pressing Go live twice starts once', async () => {
    await Promise.all([engine.start(PLAN, 'show'), engine.start(PLAN, 'show')])
    expect(asked).toEqual(['create', 'start'])
    expect(browser.sockets).toHaveLength(1)
  })

  it('[BR31] the show of a test is a draft that nobody is told of, the show itself is not', async () => {
    const created: (boolean | undefined)[] = []
    const { create } = station
    station.create = (show) => {
      created.push(show.unlisted)
      return create(show)
    }
    await engine.start(PLAN, 'test')
    await engine.cancelStart()
    await goLive()
    await engine.end()
    expect(created).toEqual([true, false])
  })

  it('[DJ33] after a start that was cancelled too late the next one is another show', async () => {
    await engine.start(PLAN, 'show')
    await engine.cancelStart()
    await goLive()
    expect(asked).toEqual(['create', 'start', 'end', 'create', 'start'])
    expect(name()).toBe('live')
  })

  it('[DJ38] a start that is pressed again waits until the cancelled one has been taken back', async () => {
    const answer = Promise.withResolvers<void>()
    const { start } = station
    station.start = async (id) => {
      await answer.promise
      return start(id)
    }
    const first = engine.start(PLAN, 'show')
    await vi.waitFor(() => expect(asked).toEqual(['create']))
    await engine.cancelStart()
    const second = engine.start(PLAN, 'show')
    answer.resolve()
    await Promise.all([first, second])
    socket()?.open()
    expect(asked).toEqual(['create', 'start', 'end', 'create', 'start'])
    expect(name()).toBe('live')
  })

  it('[DJ23] a test that the station refused is taken up again as a test, not as a show', async () => {
    await engine.start(PLAN, 'test')
    socket()?.open()
    socket()?.hangUp(4000, 'Too dull')
    expect(engine.state.get()).toMatchObject({ name: 'rejected', reason: 'Too dull' })
    await engine.resumption.resume()
    socket()?.open()
    expect(engine.state.get()).toMatchObject({ name: 'live', kind: 'test' })
    expect(onAirShow.get()).toBeNull()
  })

  it('[DJ38] a show that was being resumed and cancelled never goes on air', async () => {
    station.live = async () => [live]
    await engine.begin(ANA)
    expect(name()).toBe('resumable')
    const question = Promise.withResolvers<void>()
    browser.askMicrophone = () => question.promise
    const resuming = engine.resumption.resume()
    await engine.cancelStart()
    question.resolve()
    await resuming
    expect(browser.sockets).toEqual([])
    expect(name()).toBe('setup')
  })

  it('[DJ38] whoever signs out is off the air, with the microphone closed', async () => {
    await engine.begin(ANA)
    await goLive()
    engine.leave()
    expect([name(), onAirShow.get(), socket()?.closeCode]).toEqual(['setup', null, 1000])
    expect(browser.recorders[0]?.state).toBe('inactive')
    expect(browser.microphones.map(({ readyState }) => readyState)).toEqual(['ended'])
  })

  it('[DJ38] a start that was under way at the sign-out is taken back', async () => {
    const answer = Promise.withResolvers<void>()
    station.start = async () => {
      await answer.promise
      return live
    }
    const starting = engine.start(PLAN, 'show')
    await expect.poll(() => asked).toEqual(['create'])
    engine.leave()
    answer.resolve()
    await starting
    expect(asked).toEqual(['create', 'end'])
    expect(browser.sockets).toEqual([])
  })

  it('[DJ23] a line that is closed for another reason than the end is told, also while the end is asked for', async () => {
    await goLive()
    const answer = Promise.withResolvers<void>()
    station.end = async () => {
      await answer.promise
      throw new Error('You may not do this.')
    }
    const ending = engine.end()
    socket()?.hangUp(4001)
    answer.resolve()
    await expect(ending).rejects.toThrow('You may not do this.')
    expect(name()).toBe('rejected')
  })

  it('[SH961] the end is given up with its question', async () => {
    await goLive()
    const question = new AbortController()
    let tries: AbortSignal | undefined
    station.end = async (_, givenUp) => {
      tries = givenUp
      throw new Error('The question was closed.')
    }
    await expect(engine.end(question.signal)).rejects.toThrow()
    expect(tries).toBe(question.signal)
    expect(name()).toBe('live')
  })

  it('[DJ830] a lost line comes back as soon as another connection of the page reaches the station', async () => {
    await goLive()
    stationReached()
    socket()?.hangUp(1006)
    expect([name(), browser.sockets.length]).toEqual(['reconnecting', 1])
    stationReached()
    expect(browser.sockets).toHaveLength(2)
    socket()?.open()
    expect(name()).toBe('live')
  })

  it('[DJ24] the close that comes with the end is no trouble of its own', async () => {
    await goLive()
    const answer = Promise.withResolvers<void>()
    station.end = async () => {
      await answer.promise
      return ended
    }
    const ending = engine.end()
    socket()?.hangUp(4003)
    expect(name()).toBe('live')
    answer.resolve()
    await ending
    expect(name()).toBe('ended')
  })
})

describe('a start whose sound the browser starts late', () => {
  let sound: PromiseWithResolvers<void>
  const problem = () => {
    const state = engine.state.get()
    return 'problem' in state ? state.problem : null
  }
  const isStarting = () => engine.sound.state.get().isStarting

  beforeEach(() => {
    sound = Promise.withResolvers<void>()
    browser.soundStart = sound.promise
  })

  /** The start under way once nothing but the sound is missing. */
  async function press(): Promise<{ started: Promise<void> }> {
    const started = engine.start(PLAN, 'show')
    await vi.waitFor(() => expect(isStarting()).toBe(true))
    return { started }
  }

  it('[DJ831] is busy until then, however often it is pressed, and goes on air by itself', async () => {
    const { started } = await press()
    await engine.start(PLAN, 'show')
    timers.advance(9_000)
    expect([name(), problem(), asked]).toEqual(['starting', null, []])
    sound.resolve()
    await started
    socket()?.open()
    expect([name(), asked]).toEqual(['live', ['create', 'start']])
  })

  it('[DJ831] fails after ten seconds; the next press goes on air once the sound is there', async () => {
    const { started } = await press()
    timers.advance(10_000)
    await started
    expect([name(), problem()]).toEqual([
      'setup',
      'Your browser has not started the sound yet. Please try again.',
    ])
    sound.resolve()
    await vi.waitFor(() => expect(engine.sound.state.get().isAwake).toBe(true))
    expect([name(), asked]).toEqual(['setup', []])
    await goLive()
    expect([name(), problem(), asked]).toEqual(['live', null, ['create', 'start']])
  })

  it('[DJ831] that is cancelled meanwhile stays off the air, and one that is pressed after it is on air once', async () => {
    const { started } = await press()
    await engine.cancelStart()
    expect([name(), problem()]).toEqual(['setup', null])
    const again = engine.start(PLAN, 'show')
    sound.resolve()
    await Promise.all([started, again])
    expect([asked, browser.sockets.length]).toEqual([['create', 'start'], 1])
  })

  it('[DJ833] that fails when the DJ has left the desk closes the microphone', async () => {
    const { started } = await press()
    leaveDashboard()
    expect(browser.microphones.map(({ readyState }) => readyState)).toEqual(['live'])
    timers.advance(10_000)
    await started
    expect([name(), browser.microphones.map(({ readyState }) => readyState)]).toEqual(['setup', ['ended']])
  })

  it('[DJ833] goes on air though the DJ has left the desk', async () => {
    const { started } = await press()
    leaveDashboard()
    sound.resolve()
    await started
    socket()?.open()
    expect([name(), browser.microphones.map(({ readyState }) => readyState)]).toEqual(['live', ['live']])
  })

  it('[DJ831] ends with the sign-out, and says nothing to who comes next', async () => {
    const { started } = await press()
    engine.leave()
    expect(isStarting()).toBe(false)
    sound.resolve()
    await started
    expect([name(), problem(), asked, browser.sockets]).toEqual(['setup', null, [], []])
    expect(browser.microphones.map(({ readyState }) => readyState)).toEqual(['ended'])
  })
})

describe('a page that was reloaded on air, where the browser starts the sound late', () => {
  let sound: PromiseWithResolvers<void>

  beforeEach(() => {
    sound = Promise.withResolvers<void>()
    browser.soundStart = sound.promise
    browser.hasPressed = false
    browser.isMicrophoneAllowed = true
    station.live = async () => [live]
    const currentBroadcast = { id: 7, title: 'Harana Hour' }
    memory.saveState({ isLive: true, currentBroadcast, websocketConnected: true, timestamp: 0 })
  })

  /** The page has waited for the sound, and asks for a press. */
  async function offered(): Promise<{ begun: Promise<void> }> {
    const begun = engine.begin(ANA)
    await vi.waitFor(() => expect(engine.sound.state.get().isStarting).toBe(true))
    expect(name()).toBe('starting')
    timers.advance(1_500)
    await vi.waitFor(() => expect(name()).toBe('resumable'))
    return { begun }
  }

  it('[DJ832] the show goes on by itself once the sound is there', async () => {
    const { begun } = await offered()
    timers.advance(20_000)
    sound.resolve()
    await begun
    socket()?.open()
    expect([name(), onAirShow.get()?.broadcastId]).toEqual(['live', 7])
  })

  it('[DJ832] the DJ is asked where the sound comes much later', async () => {
    const { begun } = await offered()
    timers.advance(30_000)
    await begun
    sound.resolve()
    await vi.waitFor(() => expect(engine.sound.state.get().isAwake).toBe(true))
    expect([name(), browser.sockets]).toEqual(['resumable', []])
  })

  it('[DJ832] whoever has pressed something decides', async () => {
    const { begun } = await offered()
    browser.hasPressed = true
    sound.resolve()
    await begun
    expect([name(), browser.sockets]).toEqual(['resumable', []])
    await engine.resumption.resume()
    socket()?.open()
    expect(name()).toBe('live')
  })
})
