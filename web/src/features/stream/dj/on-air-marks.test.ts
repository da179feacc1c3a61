// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { titlePrefix } from '../../../lib/document-title.ts'
import { createStore } from '../../../lib/store.ts'
import { LEAVING_TEXT, onAirShow } from '../../../session/on-air-state.ts'
import type { UploadReport } from './air.ts'
import type { AirStatus } from './air-status.ts'
import { markTabWhileOnAir } from './on-air-marks.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'

let timers: FakeTimers
const status = createStore<AirStatus>('on-air')
const report = createStore<UploadReport | null>(null)

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/bell.svg">'
  timers = createFakeTimers()
  status.set('on-air')
  markTabWhileOnAir(timers, { status, report })
})

afterEach(() => onAirShow.set(null))

function goOnAir(elapsedMs = 0): void {
  onAirShow.set({ broadcastId: 7, title: 'Harana Hour', startedAt: Date.now() - elapsedMs })
}

function leave(): Event {
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  return leaving
}

const favicon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')

describe('the tab while on air', () => {
  it('[DJ34] the warning on leaving stands to the letter', () => {
    expect(LEAVING_TEXT).toBe(
      'You are currently broadcasting. Leaving this page will end your broadcast. Are you sure you want to leave?',
    )
  })

  it('[DJ34] leaving is warned of on air and free off air', () => {
    expect(leave().defaultPrevented).toBe(false)
    goOnAir()
    expect(leave().defaultPrevented).toBe(true)
    onAirShow.set(null)
    expect(leave().defaultPrevented).toBe(false)
  })

  it.each<[AirStatus, string]>([
    ['muted', '◼ MUTED — '],
    ['silence', '▲ SILENCE 6 s — '],
    ['not-reaching-listeners', '✕ NOT REACHING LISTENERS 3 s — '],
  ])('[DJ49] title and icon say at once when it is %s', (name, title) => {
    goOnAir()
    const before = favicon()
    timers.advance(10_000)
    report.set({ silentSeconds: 6, unacknowledgedSince: 7_000 } as UploadReport)
    status.set(name)
    expect(titlePrefix.get()).toBe(title)
    expect(favicon()).not.toBe(before)
  })

  it('[DJ35] title and icon say ON AIR, and go back after the show', () => {
    goOnAir(751_000)
    expect(titlePrefix.get()).toBe('● ON AIR 00:12:31 — ')
    expect(favicon()).not.toBe('/bell.svg')
    onAirShow.set(null)
    expect(titlePrefix.get()).toBe('')
    expect(favicon()).toBe('/bell.svg')
    expect(timers.pending()).toBe(0)
  })
})
