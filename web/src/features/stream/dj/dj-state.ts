import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import { rejectedText } from './capture-errors.ts'
import type { Retry, SourceClose } from './source-socket.ts'

/** A show that everybody hears, a test on the private mount, or a show that waits there to take over. */
export type AirKind = 'show' | 'test' | 'waiting'

type WithAir = { broadcast: Broadcast; kind: AirKind }
/** Why the station closed the line for good. */
export type Rejection = 'low-quality' | 'signed-out' | 'superseded' | 'unreadable' | 'taken-off'

/** The DJ's page as one machine: each member is one state with only its own facts. */
export type DjState =
  | { name: 'setup' | 'checking' | 'ready'; problem: string | null }
  | { name: 'resumable'; broadcast: Broadcast; leftAt: number | null; isOnOtherDevice: boolean }
  | { name: 'starting'; kind: AirKind; broadcast: Broadcast | null; isResuming: boolean }
  | ({ name: 'live' } & WithAir)
  | ({ name: 'degraded' } & WithAir)
  | ({ name: 'reconnecting'; retry: Retry } & WithAir)
  | ({ name: 'gave-up' } & WithAir)
  | { name: 'rejected'; rejection: Rejection; reason: string; broadcast: Broadcast }
  | { name: 'ended'; broadcast: Broadcast }

export type DjEvent =
  | { type: 'CHECKED'; verdict: 'setup' | 'checking' | 'ready' }
  | { type: 'RESUMABLE'; broadcast: Broadcast; leftAt: number | null; isOnOtherDevice: boolean }
  | { type: 'START_PRESSED'; kind: AirKind; broadcast: Broadcast | null; isResuming: boolean }
  | { type: 'STARTED'; broadcast: Broadcast }
  | { type: 'START_FAILED'; problem: string | null }
  /** The recorder runs and the socket is open. */
  | { type: 'ON_AIR' }
  | { type: 'LOST'; retry: Retry }
  | { type: 'SLOW' }
  | { type: 'FLOWING' }
  | { type: 'GAVE_UP' }
  | { type: 'CLOSED'; close: SourceClose }
  /** The show goes on without the sound of this page: the DJ's own program is to bring it. */
  | { type: 'HANDED_OVER'; broadcast: Broadcast }
  | { type: 'UPDATED'; broadcast: Broadcast }
  /** The show that waited has the air: the line goes on. */
  | { type: 'WENT_LIVE'; broadcast: Broadcast }
  | { type: 'ENDED'; broadcast: Broadcast }
  | { type: 'DISMISSED' }

/** Initial state of the machine. */
export const INITIAL_DJ_STATE: DjState = { name: 'setup', problem: null }

/** The state after `event`; an event that does not belong to the state changes nothing. */
export function nextDjState(state: DjState, event: DjEvent): DjState {
  const step = STEPS[event.type] as (state: DjState, event: DjEvent) => DjState
  return step(state, event)
}

/** The broadcast that is on the air from this page, whether or not the line stands at the moment. */
export function airOf(state: DjState): WithAir | null {
  return isOnAir(state) ? { broadcast: state.broadcast, kind: state.kind } : null
}

/** Live, slow, or on the way back: leaving now would take the show off the air. */
export function isOnAir(
  state: DjState,
): state is Extract<DjState, { name: 'live' | 'degraded' | 'reconnecting' | 'gave-up' }> {
  return ['live', 'degraded', 'reconnecting', 'gave-up'].includes(state.name)
}

/** Before the air: the pre-flight list shows. */
export function isOffAir(
  state: DjState,
): state is Extract<DjState, { name: 'setup' | 'checking' | 'ready' }> {
  return ['setup', 'checking', 'ready'].includes(state.name)
}

type Steps = {
  [Type in DjEvent['type']]: (state: DjState, event: Extract<DjEvent, { type: Type }>) => DjState
}

const STEPS: Steps = {
  CHECKED: (state, { verdict }) =>
    isOffAir(state) && state.name !== verdict ? { ...state, name: verdict } : state,
  RESUMABLE: (state, { broadcast, leftAt, isOnOtherDevice }) =>
    isOffAir(state) ? { name: 'resumable', broadcast, leftAt, isOnOtherDevice } : state,
  START_PRESSED: (state, { kind, broadcast, isResuming }) =>
    isOnAir(state) ? state : { name: 'starting', kind, broadcast, isResuming },
  STARTED: (state, { broadcast }) => (state.name === 'starting' ? { ...state, broadcast } : state),
  START_FAILED: (state, { problem }) => (state.name === 'starting' ? { name: 'setup', problem } : state),
  ON_AIR: (state) => toAir(state, 'live'),
  LOST: (state, { retry }) => {
    const air = startedAir(state)
    return air ? { ...air, name: 'reconnecting', retry } : state
  },
  SLOW: (state) => (state.name === 'live' ? { ...state, name: 'degraded' } : state),
  FLOWING: (state) => (state.name === 'degraded' ? { ...state, name: 'live' } : state),
  GAVE_UP: (state) => {
    const air = startedAir(state)
    return air ? { ...air, name: 'gave-up' } : state
  },
  CLOSED: (state, { close }) => {
    const air = startedAir(state)
    return air ? { ...rejectionOf(close), name: 'rejected', broadcast: air.broadcast } : state
  },
  HANDED_OVER: (state, { broadcast }) =>
    isOffAir(state) ? state : { name: 'resumable', broadcast, leftAt: null, isOnOtherDevice: false },
  UPDATED: (state, { broadcast }) => (isOnAir(state) ? { ...state, broadcast } : state),
  WENT_LIVE: (state, { broadcast }) => (isOnAir(state) ? { ...state, broadcast, kind: 'show' } : state),
  ENDED: (_state, { broadcast }) =>
    broadcast.status === 'ENDED' ? { name: 'ended', broadcast } : INITIAL_DJ_STATE,
  DISMISSED: (state) => (isOnAir(state) ? state : INITIAL_DJ_STATE),
}

function toAir(state: DjState, name: 'live'): DjState {
  const air = startedAir(state)
  return air ? { ...air, name } : state
}

/** The broadcast of a state in which the line may come and go. */
function startedAir(state: DjState): WithAir | null {
  if (state.name === 'starting' && state.broadcast) return { broadcast: state.broadcast, kind: state.kind }
  return airOf(state)
}

function rejectionOf({ code, reason }: SourceClose): { rejection: Rejection; reason: string } {
  const known = REJECTIONS[code]
  if (code === SOURCE_CLOSE.LOW_QUALITY) return { rejection: 'low-quality', reason: rejectedText(reason) }
  if (known) return known
  return { rejection: 'taken-off', reason: reason || `The station closed the connection (code ${code}).` }
}

const REJECTIONS: Readonly<Record<number, { rejection: Rejection; reason: string }>> = {
  [SOURCE_CLOSE.SESSION_REVOKED]: {
    rejection: 'signed-out',
    reason: 'Your session was ended, so the station closed your connection. Sign in again to go on.',
  },
  [SOURCE_CLOSE.SUPERSEDED]: {
    rejection: 'superseded',
    reason: 'You went on air with this show in another tab or on another device. That one is on air now.',
  },
  [SOURCE_CLOSE.UNREADABLE_MEDIA]: {
    rejection: 'unreadable',
    reason: 'The station could not read the sound from this browser. Try again, or use Chrome or Edge.',
  },
}
