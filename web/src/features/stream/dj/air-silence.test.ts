import { beforeEach, describe, expect, it } from 'vitest'
import { createStore, type Store } from '../../../lib/store.ts'
import { AirSilence, SILENCE_MS, type Silence } from './air-silence.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'

let timers: FakeTimers
let silentSince: Store<number | null>
let silence: AirSilence
let shown: Silence

beforeEach(() => {
  timers = createFakeTimers()
  silentSince = createStore<number | null>(null)
  shown = { silentSeconds: 0, isSilenceAlarm: false }
  silence = new AirSilence({
    timers,
    silentSince,
    isSounding: () => silentSince.get() === null,
    onChange: (now) => {
      shown = now
    },
  })
})

/** Seconds of the show, each with a report of what listeners got. */
function pass(seconds: number, peakDb: number): void {
  for (let second = 0; second < seconds; second++) {
    timers.advance(1_000)
    silence.report(peakDb)
  }
}

const fallSilent = () => silentSince.set(timers.now())
const sound = () => silentSince.set(null)
const isSilent = () => shown.silentSeconds > 0

describe('silence in what is sent', () => {
  it('[DJ801] is SILENCE after 2 s, to the millisecond, with its own seconds, and over as soon as it sounds', () => {
    pass(3, -6)
    timers.advance(300)
    fallSilent()
    timers.advance(SILENCE_MS - 1)
    expect(isSilent()).toBe(false)
    timers.advance(1)
    expect(shown).toEqual({ silentSeconds: 2, isSilenceAlarm: false })
    pass(2, -90)
    expect(shown.silentSeconds).toBe(4)
    sound()
    expect(isSilent()).toBe(false)
  })

  it('[DJ801] a pause is shown without an alarm, and warned of from 5 s on', () => {
    fallSilent()
    timers.advance(4_999)
    silence.refresh()
    expect(shown).toEqual({ silentSeconds: 4, isSilenceAlarm: false })
    timers.advance(1)
    silence.refresh()
    expect(shown).toEqual({ silentSeconds: 5, isSilenceAlarm: true })
  })

  it('[DJ801] pauses between sentences change nothing', () => {
    for (let sentence = 0; sentence < 10; sentence++) {
      pass(2, -6)
      fallSilent()
      timers.advance(SILENCE_MS - 100)
      silence.refresh()
      expect(isSilent()).toBe(false)
      sound()
    }
  })

  it('[DJ801] the count does not step back while the station, which hears it later, speaks on', () => {
    pass(3, -6)
    fallSilent()
    timers.advance(6_500)
    silence.say(5)
    expect(shown.silentSeconds).toBe(6)
    timers.advance(1_000)
    sound()
    expect(shown.silentSeconds).toBe(7)
    silence.say(0)
    expect(shown).toEqual({ silentSeconds: 0, isSilenceAlarm: false })
  })

  it('[DJ801] after a silence, what the station still reports of it is no lost sound', () => {
    pass(3, -6)
    fallSilent()
    pass(4, -90)
    sound()
    for (const report of [300, 1_000, 1_000]) {
      timers.advance(report)
      silence.report(-90)
      expect(isSilent()).toBe(false)
    }
    timers.advance(1_000)
    silence.report(-6)
    expect(isSilent()).toBe(false)
  })

  it('[DJ71] counts from the end of the mute', () => {
    fallSilent()
    timers.advance(30_000)
    silence.countFromNow()
    expect(isSilent()).toBe(false)
    timers.advance(SILENCE_MS)
    expect(shown.silentSeconds).toBe(2)
  })

  it('[DJ801] nothing is called after the end', () => {
    fallSilent()
    silence.close()
    expect(timers.pending()).toBe(0)
  })
})

describe('a line that comes back', () => {
  it('[DJ802] leads straight to ON AIR: the silence of the outage is not the microphone’s', () => {
    pass(3, -6)
    timers.advance(9_000)
    silence.lineReturned()
    // What was on its way, and what the station still says of the outage.
    for (let late = 0; late < 4; late++) silence.report(-90)
    silence.say(5)
    expect(isSilent()).toBe(false)
    timers.advance(800)
    silence.say(10)
    silence.report(-90)
    expect(isSilent()).toBe(false)
    silence.say(0)
    pass(10, -6)
    expect(isSilent()).toBe(false)
  })

  it('[DJ802] leads to SILENCE where the microphone has been silent all the while', () => {
    pass(3, -6)
    fallSilent()
    timers.advance(9_000)
    silence.lineReturned()
    expect(shown.silentSeconds).toBe(9)
  })
})
