import { MAX_RETRIES, retryDelayMs } from './retry-ladder.ts'

/** Sound that lasted this long was no flicker: the next loss starts the ladder again. */
export const STEADY_MS = 10_000

/** State of the player. `attempt` counts the tries since it was last well. */
export type PlayerState =
  | { name: 'idle' }
  | { name: 'connecting'; attempt: number }
  | { name: 'playing'; attempt: number; since: number }
  | { name: 'buffering'; attempt: number; since: number }
  /** `dueAt` is when the try begins, in ms; null while it runs. */
  | { name: 'retrying'; attempt: number; dueAt: number | null }
  | { name: 'gave-up' }
  | { name: 'blocked'; cause: 'autoplay' | 'restored' }
  | { name: 'no-format' }
  | { name: 'idle-stopped' }
  | { name: 'ended' }

export type PlayerEvent =
  | { type: 'PLAY' }
  | { type: 'PAUSE' }
  /** Another place of the show: connect again, there. */
  | { type: 'SEEK' }
  | { type: 'SOUNDING'; now: number }
  | { type: 'DRY'; now: number }
  /** The connection is gone; `isOnAir` is what the station last said, recovering included. */
  | { type: 'LOST'; now: number; isOnAir: boolean }
  | { type: 'TRY' }
  /** Health is good again or the network has returned: tries start over, at once. */
  | { type: 'WELL_AGAIN' }
  | { type: 'BLOCKED'; cause: 'autoplay' | 'restored' }
  | { type: 'NO_FORMAT' }
  | { type: 'IDLE_LIMIT' }
  | { type: 'BROADCAST_ENDED' }
  | { type: 'BROADCAST_STARTED' }

/** Whether the person wants to hear something: a connection is open or being opened. */
export function wantsSound(state: PlayerState): boolean {
  return ['connecting', 'playing', 'buffering', 'retrying'].includes(state.name)
}

/** The state after an event; the same object when the event means nothing there. */
export function nextState(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'PLAY':
      return wantsSound(state) ? state : { name: 'connecting', attempt: 0 }
    case 'SEEK':
      return { name: 'connecting', attempt: 0 }
    case 'PAUSE':
      return { name: 'idle' }
    case 'BROADCAST_STARTED':
      return state.name === 'ended' ? { name: 'idle' } : state
    case 'WELL_AGAIN':
      return isTroubled(state) ? { name: 'retrying', attempt: 1, dueAt: null } : state
    default:
      return wantsSound(state) ? whileListening(state, event) : state
  }
}

type Listening = Extract<PlayerState, { attempt: number }>

function whileListening(state: PlayerState, event: PlayerEvent): PlayerState {
  if (!('attempt' in state)) return state
  switch (event.type) {
    case 'SOUNDING':
      return { name: 'playing', attempt: state.attempt, since: event.now }
    case 'DRY':
      return state.name === 'playing' ? { ...state, name: 'buffering', since: event.now } : state
    case 'LOST':
      if (event.isOnAir) return nextTry(state, event.now)
      // A press that found nothing on air is no end of a show.
      return { name: state.name === 'connecting' ? 'idle' : 'ended' }
    case 'TRY':
      return state.name === 'retrying' ? { ...state, dueAt: null } : state
    case 'BLOCKED':
      return { name: 'blocked', cause: event.cause }
    case 'NO_FORMAT':
      return { name: 'no-format' }
    case 'IDLE_LIMIT':
      return { name: 'idle-stopped' }
    case 'BROADCAST_ENDED':
      return { name: 'ended' }
    default:
      return state
  }
}

function nextTry(state: Listening, now: number): PlayerState {
  const wasSteady = state.name === 'playing' && now - state.since >= STEADY_MS
  const attempt = wasSteady ? 1 : state.attempt + 1
  if (attempt > MAX_RETRIES) return { name: 'gave-up' }
  return { name: 'retrying', attempt, dueAt: now + retryDelayMs(attempt) }
}

function isTroubled(state: PlayerState): boolean {
  return state.name === 'gave-up' || (state.name === 'retrying' && state.dueAt !== null)
}
