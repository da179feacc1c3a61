import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { describe, expect, it } from 'vitest'
import { airOf, type DjEvent, type DjState, INITIAL_DJ_STATE, isOnAir, nextDjState } from './dj-state.ts'

const show = { id: 7, title: 'Harana Hour', status: 'LIVE' } as Broadcast
const retry = { attempt: 3, of: 20, at: 4_000, isOffline: false }
const pressed = { type: 'START_PRESSED', kind: 'show', broadcast: null, isResuming: false } satisfies DjEvent
const started: DjEvent = { type: 'STARTED', broadcast: show }
const onAir: DjEvent = { type: 'ON_AIR' }
const lost: DjEvent = { type: 'LOST', retry }

function after(...events: DjEvent[]): DjState {
  return events.reduce(nextDjState, INITIAL_DJ_STATE)
}

describe('DJ state machine', () => {
  it('[DJ21] is live only after the broadcast started and the line stands', () => {
    expect(after(pressed).name).toBe('starting')
    expect(after(pressed, onAir).name).toBe('starting')
    expect(after(pressed, started).name).toBe('starting')
    expect(after(pressed, started, onAir)).toEqual({ name: 'live', kind: 'show', broadcast: show })
  })

  it('[DJ21] a start that fails goes back to the setup and says why', () => {
    const problem = 'Another broadcast is already on air.'
    expect(after(pressed, { type: 'START_FAILED', problem })).toEqual({ name: 'setup', problem })
  })

  it('[DJ21] a second press while live changes nothing', () => {
    const live = after(pressed, started, onAir)
    expect(nextDjState(live, pressed)).toBe(live)
  })

  it('[DJ22] a lost line reconnects, comes back, or is given up with the show kept', () => {
    const away = after(pressed, started, onAir, lost)
    expect(away).toEqual({ name: 'reconnecting', kind: 'show', broadcast: show, retry })
    expect(nextDjState(away, onAir).name).toBe('live')
    expect(nextDjState(away, { type: 'GAVE_UP' })).toEqual({ name: 'gave-up', kind: 'show', broadcast: show })
    expect(isOnAir(nextDjState(away, { type: 'GAVE_UP' }))).toBe(true)
  })

  it('[DJ22] a slow upload is told and forgotten', () => {
    const slow = after(pressed, started, onAir, { type: 'SLOW' })
    expect(slow.name).toBe('degraded')
    expect(nextDjState(slow, { type: 'FLOWING' }).name).toBe('live')
  })

  it('[DJ6] a refusal of the station clears the live state and keeps its reason', () => {
    const refused = after(pressed, started, onAir, { type: 'CLOSED', close: { code: 4000, reason: 'Mono' } })
    expect(refused).toEqual({ name: 'rejected', rejection: 'low-quality', reason: 'Mono', broadcast: show })
    expect(airOf(refused)).toBeNull()
  })

  it.each([
    [4001, 'signed-out'],
    [4002, 'superseded'],
    [4400, 'unreadable'],
    [4999, 'taken-off'],
  ])('[DJ23] close code %i is told as %s', (code, rejection) => {
    const state = after(pressed, started, { type: 'CLOSED', close: { code, reason: '' } })
    expect(state).toMatchObject({ name: 'rejected', rejection })
  })

  it('[DJ24] the end shows the summary, and the next show starts from the setup', () => {
    const over = { ...show, status: 'ENDED' } as Broadcast
    const ended = after(pressed, started, onAir, { type: 'ENDED', broadcast: over })
    expect(ended).toEqual({ name: 'ended', broadcast: over })
    expect(nextDjState(ended, { type: 'DISMISSED' })).toEqual(INITIAL_DJ_STATE)
  })

  it('[DJ24] a test that ends leads back to the setup', () => {
    const rehearsed = { ...show, status: 'SCHEDULED' } as Broadcast
    const test: DjEvent = { ...pressed, kind: 'test' }
    expect(after(test, started, onAir, { type: 'ENDED', broadcast: rehearsed })).toEqual(INITIAL_DJ_STATE)
  })

  it('[DJ25] a show that is still on air is offered for resuming, but never over another state', () => {
    const offer: DjEvent = { type: 'RESUMABLE', broadcast: show, leftAt: 1, isOnOtherDevice: false }
    expect(after(offer).name).toBe('resumable')
    expect(after(pressed, started, onAir, offer).name).toBe('live')
  })

  it('[DJ21] checks belong to the time before the air', () => {
    expect(after({ type: 'CHECKED', verdict: 'ready' }).name).toBe('ready')
    expect(after(pressed, { type: 'CHECKED', verdict: 'ready' }).name).toBe('starting')
  })

  it('[EN16] hands a show over to the DJ’s own program: from a start, from the air, from a test, never from before', () => {
    const over: DjEvent = { type: 'HANDED_OVER', broadcast: show }
    const waiting = { name: 'resumable', broadcast: show, leftAt: null, isOnOtherDevice: false }
    expect(after(pressed, over)).toEqual(waiting)
    expect(after(pressed, started, onAir, over)).toEqual(waiting)
    expect(isOnAir(after(pressed, started, onAir, over))).toBe(false)
    expect(nextDjState(after(pressed, over), over)).toEqual(waiting)
    expect(after(over)).toBe(INITIAL_DJ_STATE)
  })
})
