import { describe, expect, it } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import type { UploadReport } from './air.ts'
import { type AirInputs, type AirStatus, airStatus, watchAirStatus } from './air-status.ts'
import { type DjState, INITIAL_DJ_STATE } from './dj-state.ts'
import type { SoundState } from './sound.ts'

const wellOnAir: AirInputs = {
  name: 'live',
  isMuted: false,
  silentSeconds: 0,
  isUnacknowledged: false,
  isHandedOver: false,
}

describe('what listeners get', () => {
  it.each<[AirStatus, Partial<AirInputs>]>([
    ['on-air', {}],
    ['on-air', { name: 'degraded' }],
    ['muted', { isMuted: true }],
    ['silence', { silentSeconds: 8 }],
    ['muted', { silentSeconds: 8, isMuted: true }],
    ['not-reaching-listeners', { name: 'reconnecting' }],
    ['not-reaching-listeners', { isUnacknowledged: true }],
    ['not-reaching-listeners', { name: 'degraded', isUnacknowledged: true, isMuted: true, silentSeconds: 8 }],
    ['off-air', { name: 'starting', isUnacknowledged: true }],
    ['not-reaching-listeners', { name: 'gave-up' }],
    ['not-reaching-listeners', { name: 'gave-up', isMuted: true, silentSeconds: 8 }],
    ['off-air', { name: 'ready' }],
    ['off-air', { name: 'starting', isMuted: true, silentSeconds: 8 }],
    ['off-air', { name: 'ended' }],
    ['off-air', { name: 'rejected' }],
  ])('[GU7] is %s with %o', (status, inputs) => {
    expect(airStatus({ ...wellOnAir, ...inputs })).toBe(status)
  })

  it('[HO204] is handed over, whatever else there is, until this page is on the air again', () => {
    const waiting = { isHandedOver: true, isUnacknowledged: true, isMuted: true }
    expect(airStatus({ ...wellOnAir, ...waiting })).toBe('handed-over')
    const state = createStore<DjState>({ name: 'live' } as DjState)
    const report = createStore({ standIn: 'waiting' } as UploadReport | null)
    const status = watchAirStatus(state, createStore({ isMuted: false } as SoundState), report)
    expect(status.get()).toBe('handed-over')
    report.set({ standIn: 'on-air' } as UploadReport)
    expect(status.get()).toBe('on-air')
  })

  it('[GU7] follows the machine, the sound and the report of the station', () => {
    const state = createStore<DjState>(INITIAL_DJ_STATE)
    const sound = createStore({ isMuted: false } as SoundState)
    const report = createStore<UploadReport | null>(null)
    const status = watchAirStatus(state, sound, report)
    expect(status.get()).toBe('off-air')
    state.set({ name: 'live' } as DjState)
    expect(status.get()).toBe('on-air')
    sound.set({ isMuted: true, mode: 'microphone' } as SoundState)
    expect(status.get()).toBe('muted')
    report.set({ silentSeconds: 6, unacknowledgedSince: null, stoppedSince: null } as UploadReport)
    expect(status.get()).toBe('muted')
    sound.set({ isMuted: false, mode: 'microphone' } as SoundState)
    expect(status.get()).toBe('silence')
    report.set({ silentSeconds: 3, unacknowledgedSince: 0 } as UploadReport)
    expect(status.get()).toBe('not-reaching-listeners')
    report.set({ silentSeconds: 3, unacknowledgedSince: null, stoppedSince: 0 } as UploadReport)
    expect(status.get()).toBe('not-reaching-listeners')
    report.set(null)
    expect(status.get()).toBe('on-air')
    state.set({ name: 'reconnecting' } as DjState)
    expect(status.get()).toBe('not-reaching-listeners')
  })

  it.each<[AirStatus, SoundState['mode']]>([
    ['muted', 'microphone'],
    ['muted', 'computer'],
    // The mute takes the microphone alone: the music goes on.
    ['on-air', 'both'],
  ])('[DJ71] is %s with %s muted', (expected, mode) => {
    const state = createStore({ name: 'live' } as DjState)
    const sound = createStore({ isMuted: true, mode } as SoundState)
    const report = createStore<UploadReport | null>({
      silentSeconds: 0,
      unacknowledgedSince: null,
    } as UploadReport)
    expect(watchAirStatus(state, sound, report).get()).toBe(expected)
  })
})
