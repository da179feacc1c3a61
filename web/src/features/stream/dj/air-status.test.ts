import { describe, expect, it } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import type { UploadReport } from './air.ts'
import { type AirInputs, type AirStatus, airStatus, watchAirStatus } from './air-status.ts'
import { type DjState, INITIAL_DJ_STATE } from './dj-state.ts'
import type { SoundState } from './sound.ts'

const wellOnAir: AirInputs = { name: 'live', isMuted: false, silentSeconds: 0, isUnheard: false }

describe('what listeners get', () => {
  it.each<[AirStatus, Partial<AirInputs>]>([
    ['on-air', {}],
    ['on-air', { name: 'degraded' }],
    ['muted', { isMuted: true }],
    ['silence', { silentSeconds: 8 }],
    ['silence', { silentSeconds: 8, isMuted: true }],
    ['not-reaching-listeners', { name: 'reconnecting' }],
    ['not-reaching-listeners', { isUnheard: true }],
    ['not-reaching-listeners', { name: 'degraded', isUnheard: true, isMuted: true, silentSeconds: 8 }],
    ['off-air', { name: 'starting', isUnheard: true }],
    ['not-reaching-listeners', { name: 'gave-up' }],
    ['not-reaching-listeners', { name: 'gave-up', isMuted: true, silentSeconds: 8 }],
    ['off-air', { name: 'ready' }],
    ['off-air', { name: 'starting', isMuted: true, silentSeconds: 8 }],
    ['off-air', { name: 'ended' }],
    ['off-air', { name: 'rejected' }],
  ])('[GU7] is %s with %o', (status, inputs) => {
    expect(airStatus({ ...wellOnAir, ...inputs })).toBe(status)
  })

  it('[GU7] follows the machine, the sound and the report of the station', () => {
    const state = createStore<DjState>(INITIAL_DJ_STATE)
    const sound = createStore({ isMuted: false } as SoundState)
    const report = createStore<UploadReport | null>(null)
    const status = watchAirStatus(state, sound, report)
    expect(status.get()).toBe('off-air')
    state.set({ name: 'live' } as DjState)
    expect(status.get()).toBe('on-air')
    sound.set({ isMuted: true } as SoundState)
    expect(status.get()).toBe('muted')
    report.set({ silentSeconds: 3, unheardSince: null, stoppedSince: null } as UploadReport)
    expect(status.get()).toBe('silence')
    report.set({ silentSeconds: 3, unheardSince: 0 } as UploadReport)
    expect(status.get()).toBe('not-reaching-listeners')
    report.set({ silentSeconds: 3, unheardSince: null, stoppedSince: 0 } as UploadReport)
    expect(status.get()).toBe('not-reaching-listeners')
    report.set(null)
    expect(status.get()).toBe('muted')
    state.set({ name: 'reconnecting' } as DjState)
    expect(status.get()).toBe('not-reaching-listeners')
  })
})
