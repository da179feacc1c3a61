import { describe, expect, test } from 'vitest'
import { nextState, type PlayerEvent, type PlayerState, STEADY_MS } from './player-state.ts'

const lost = (now = 0): PlayerEvent => ({ type: 'LOST', now, isOnAir: true })
const after = (state: PlayerState, ...events: PlayerEvent[]) => events.reduce(nextState, state)
const idle: PlayerState = { name: 'idle' }

describe('the player', () => {
  test('[LS13] climbs the ladder and gives up after the sixth try', () => {
    let state = after(idle, { type: 'PLAY' })
    const tries: number[] = []
    for (;;) {
      state = after(state, lost(1_000))
      if (state.name !== 'retrying') break
      tries.push((state.dueAt ?? 0) - 1_000)
      state = after(state, { type: 'TRY' })
    }
    expect(tries).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000])
    expect(state).toEqual({ name: 'gave-up' })
  })

  test('[LS13] does not try while the station is off air', () => {
    const gone: PlayerEvent = { type: 'LOST', now: 0, isOnAir: false }
    expect(after({ name: 'playing', attempt: 0, since: 0 }, gone)).toEqual({ name: 'ended' })
    expect(after(idle, { type: 'PLAY' }, gone)).toEqual(idle)
  })

  test.each<[string, PlayerState]>([
    ['a waiting try', { name: 'retrying', attempt: 5, dueAt: 9_000 }],
    ['having given up', { name: 'gave-up' }],
  ])('[LS14] health that is good again restarts %s at once, from the first', (_name, state) => {
    expect(after(state, { type: 'WELL_AGAIN' })).toEqual({ name: 'retrying', attempt: 1, dueAt: null })
  })

  test('[LS14] good health leaves alone what is well', () => {
    const playing: PlayerState = { name: 'playing', attempt: 0, since: 0 }
    expect(after(playing, { type: 'WELL_AGAIN' })).toBe(playing)
    expect(after(idle, { type: 'WELL_AGAIN' })).toBe(idle)
  })

  test('[LS16] a flicker of sound does not reset the ladder, steady sound does', () => {
    const third: PlayerState = { name: 'retrying', attempt: 3, dueAt: null }
    const sounding = after(third, { type: 'SOUNDING', now: 0 })
    expect(after(sounding, lost(STEADY_MS - 1))).toMatchObject({ attempt: 4 })
    expect(after(sounding, lost(STEADY_MS))).toMatchObject({ attempt: 1 })
  })

  test('[LS17] what an engine says after the pause means nothing', () => {
    const paused = after(idle, { type: 'PLAY' }, { type: 'PAUSE' })
    expect(after(paused, { type: 'SOUNDING', now: 1 })).toBe(paused)
    expect(after(paused, lost())).toBe(paused)
  })

  test('[LS18] a refused start invites, it does not retry', () => {
    const connecting = after(idle, { type: 'PLAY' })
    expect(after(connecting, { type: 'BLOCKED', cause: 'restored' })).toEqual({
      name: 'blocked',
      cause: 'restored',
    })
  })

  test('[LS22] a new broadcast clears the farewell', () => {
    expect(after({ name: 'ended' }, { type: 'BROADCAST_STARTED' })).toEqual(idle)
  })
})
