import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertiveAnnouncement, politeAnnouncement } from '../../../../lib/announce.ts'
import { Backup } from '../backup/backup.ts'
import type { BroadcastCalls } from '../broadcast-calls.ts'
import { DjEngineProvider } from '../dj-context.tsx'
import { DjEngine } from '../dj-engine.ts'
import { createDjMemory } from '../dj-memory.ts'
import { Sound } from '../sound.ts'
import { createFakeTimers, type FakeTimers } from '../testing.ts'
import { type FakeBrowser, openFakeBrowser } from '../testing-browser.ts'
import { useAirAnnouncements } from '../use-air-announcements.ts'
import { SilenceWarning } from './silence-warning.tsx'

const LIVE = { id: 7, title: 'Harana Hour', status: 'LIVE', actualStart: null } as Partial<Broadcast>
const show = async () => LIVE as Broadcast
const STATION = {
  create: show,
  update: show,
  get: show,
  start: show,
  startTest: show,
} as Partial<BroadcastCalls>

let browser: FakeBrowser
let engine: DjEngine
let timers: FakeTimers

beforeEach(() => {
  browser = openFakeBrowser()
  timers = createFakeTimers()
  const memory = createDjMemory({ getItem: () => null, setItem: () => {}, removeItem: () => {} })
  const calls = STATION as BroadcastCalls
  engine = new DjEngine({
    calls,
    timers,
    memory,
    sound: new Sound(timers, memory),
    backup: new Backup({ timers }),
  })
})

afterEach(() => {
  cleanup()
  engine.leave()
  browser.close()
})

function Dashboard() {
  useAirAnnouncements()
  return <SilenceWarning />
}

/** A DJ on air, with what warns them. */
async function goLive(kind: 'show' | 'test' = 'show'): Promise<void> {
  await engine.start({ title: 'Harana Hour', description: '', slotId: null }, kind)
  browser.sockets.at(-1)?.open()
  render(
    <DjEngineProvider value={engine}>
      <Dashboard />
    </DjEngineProvider>,
  )
}

const say = (message: object) =>
  act(() => browser.sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) }))
/** The station says that it has heard silence for so long. */
const receive = (seconds: number) => say({ type: 'SILENCE', seconds })
const pass = (seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    act(() => timers.advance(1_000))
    say({ ...ingest, receivedUpTo: timers.now() / 20 })
  }
}
const ingest = {
  type: 'INGEST',
  receivedBytes: 0,
  bufferedMs: 0,
  droppedChunks: 0,
  heardDelayMs: null,
  feedHold: null,
}
/** The meter's frame of a sound this loud. */
const measure = (amplitude: number) =>
  act(() =>
    engine.sound.levels.receive({
      peaks: [amplitude, amplitude],
      loudness: amplitude,
      channels: 2,
      identical: false,
      clipped: false,
    }),
  )
const warning = () => screen.queryByText('Listeners hear silence')?.textContent

describe('silence on the air', () => {
  it('[GU7] is told while it lasts, with for how long', async () => {
    await goLive()
    pass(5)
    expect(warning()).toBeUndefined()
    receive(5)
    expect(warning()).toBe('Listeners hear silence · 5 s')
    pass(20)
    receive(25)
    expect(warning()).toBe('Listeners hear silence · 25 s')
    receive(0)
    expect(warning()).toBeUndefined()
  })

  it('[GU7] is said aloud once, and once that it is over', async () => {
    await goLive()
    const { id } = assertiveAnnouncement.get()
    pass(5)
    receive(5)
    pass(5)
    receive(10)
    expect(assertiveAnnouncement.get()).toEqual({ id: id + 1, text: 'Listeners hear silence' })
    receive(0)
    expect(politeAnnouncement.get().text).toBe('Listeners hear you again')
    expect(assertiveAnnouncement.get().id).toBe(id + 1)
  })

  it('[GU9] is that of the DJ alone where nobody listens', async () => {
    await goLive('test')
    pass(5)
    receive(5)
    expect(warning()).toBeUndefined()
    expect(screen.getByText('Your sound is silent').textContent).toBe('Your sound is silent · 5 s')
    expect(assertiveAnnouncement.get().text).toBe('Your sound is silent')
    measure(0.5)
    expect(screen.getByText('Your sound is coming in, but it is too quiet.')).toBeTruthy()
    receive(0)
    expect(politeAnnouncement.get().text).toBe('Your sound is back')
  })

  it('[GU7] goes with the line, of which the page says enough', async () => {
    await goLive()
    pass(5)
    receive(5)
    const { id } = politeAnnouncement.get()
    act(() => browser.sockets.at(-1)?.hangUp(1006))
    expect(warning()).toBeUndefined()
    expect(politeAnnouncement.get().id).toBe(id)
  })

  it('[GU7] a DJ who is muted reads that, with the way back, and is not alarmed', async () => {
    await goLive()
    act(() => engine.sound.setMuted(true))
    const { id } = assertiveAnnouncement.get()
    pass(25)
    receive(25)
    expect(engine.status.get()).toBe('muted')
    expect(screen.getByText('You are muted.')).toBeTruthy()
    expect(assertiveAnnouncement.get().id).toBe(id)
    await userEvent.click(screen.getByRole('button', { name: 'Unmute' }))
    expect(engine.sound.state.get().isMuted).toBe(false)
  })

  it('[DJ801] a pause is shown and not warned of, and nobody reads it out', async () => {
    await goLive()
    pass(3)
    const spoken = assertiveAnnouncement.get().id + politeAnnouncement.get().id
    measure(0)
    pass(3)
    expect(engine.status.get()).toBe('silence')
    expect(engine.line.report.get()?.silentSeconds).toBe(3)
    expect(warning()).toBeUndefined()
    measure(0.5)
    act(() => timers.advance(300))
    measure(0.5)
    expect(engine.status.get()).toBe('on-air')
    expect(assertiveAnnouncement.get().id + politeAnnouncement.get().id).toBe(spoken)
    measure(0)
    pass(5)
    expect(warning()).toBe('Listeners hear silence · 5 s')
    expect(assertiveAnnouncement.get().text).toBe('Listeners hear silence')
  })

  it('[DJ802] a line that comes back after an outage of sound leads straight to ON AIR', async () => {
    await goLive()
    measure(0.5)
    pass(3)
    act(() => timers.advance(6_000))
    expect(engine.status.get()).toBe('not-reaching-listeners')
    const seen: string[] = []
    engine.status.subscribe(() => seen.push(engine.status.get()))
    const late = { ...ingest, peakDb: -90 }
    say({ ...late, receivedUpTo: 160 })
    say({ ...late, receivedUpTo: 160 })
    receive(5)
    say({ ...late, receivedUpTo: 160 })
    say({ ...late, receivedUpTo: 450 })
    act(() => timers.advance(900))
    receive(0)
    say({ ...ingest, receivedUpTo: 480, peakDb: -6 })
    expect(seen).toEqual(['on-air'])
  })

  it('[DJ71] what was muted counts as silence only once it lasts without the mute', async () => {
    await goLive()
    act(() => engine.sound.setMuted(true))
    pass(25)
    receive(25)
    act(() => engine.sound.setMuted(false))
    expect(engine.status.get()).toBe('on-air')
    pass(2)
    receive(27)
    expect(engine.status.get()).toBe('on-air')
    pass(4)
    expect(engine.status.get()).toBe('silence')
    expect(warning()).toBe('Listeners hear silence · 6 s')
    expect(screen.getByText(/^No sound is coming in/)).toBeTruthy()
  })

  it('[DJ102] sound here and silence there is an alarm after three reports, and over with the first that sounds', async () => {
    await goLive()
    const report = (peakDb: number) => {
      act(() => timers.advance(1_000))
      say({ ...ingest, receivedUpTo: timers.now() / 20, peakDb })
    }
    measure(0.5)
    report(-12)
    report(-90)
    report(-90)
    expect(engine.status.get()).toBe('on-air')
    report(-90)
    expect(engine.status.get()).toBe('silence')
    expect(warning()).toBe('Listeners hear silence · 3 s')
    expect(screen.getByText(/^Your sound is coming in/)).toBeTruthy()
    report(-12)
    expect(engine.status.get()).toBe('on-air')
  })

  it('[DJ102] what listeners get is not known while the station acknowledges nothing', async () => {
    await goLive()
    say({ ...ingest, receivedUpTo: 1, peakDb: -12 })
    expect(engine.line.report.get()?.listenersPeakDb).toBe(-12)
    act(() => timers.advance(2_500))
    expect(engine.line.report.get()?.listenersPeakDb).toBeNull()
  })

  it('[DJ102] where no sound comes in, silence there is a pause until the station calls it silence', async () => {
    await goLive()
    for (let times = 0; times < 4; times++) say({ ...ingest, receivedUpTo: times, peakDb: -90 })
    expect(engine.status.get()).toBe('on-air')
  })

  it('[DJ71] of both, the music may be silent too, and then it is named', async () => {
    await goLive()
    act(() => engine.sound.setMuted(true))
    act(() => engine.sound.state.set({ ...engine.sound.state.get(), mode: 'both' }))
    expect(engine.status.get()).toBe('on-air')
    pass(6)
    receive(6)
    expect(engine.status.get()).toBe('silence')
    expect(screen.getByText('Your microphone is muted, and the computer is silent.')).toBeTruthy()
  })
})
