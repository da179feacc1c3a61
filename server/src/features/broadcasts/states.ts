import type { Broadcast } from '@carillon/contract/broadcasts/schemas'

/**
 * States of a broadcast. The wire knows four statuses; two more are needed to answer a repeated call: REHEARSED is
 * SCHEDULED after a test, GONE is what DELETE leaves.
 */
export const STATES = ['SCHEDULED', 'REHEARSED', 'TESTING', 'LIVE', 'ENDED', 'GONE'] as const
export type State = (typeof STATES)[number]

export const COMMANDS = ['start', 'start-test', 'end', 'test-limit', 'source-lost', 'delete'] as const
export type Command = (typeof COMMANDS)[number]
/** Commands that only the station itself gives. */
export type StationCommand = 'test-limit' | 'source-lost'

/** States that a command can lead to: nothing becomes SCHEDULED a second time. */
export type ReachedState = Exclude<State, 'SCHEDULED'>

/**
 * Transitions by command; any other is refused. A state that leads to itself is a repeated call whose effect already
 * stands.
 */
const TRANSITIONS: Record<Command, Partial<Record<State, ReachedState>>> = {
  start: { SCHEDULED: 'LIVE', REHEARSED: 'LIVE', TESTING: 'LIVE', LIVE: 'LIVE' },
  'start-test': { SCHEDULED: 'TESTING', REHEARSED: 'TESTING', TESTING: 'TESTING' },
  end: { REHEARSED: 'REHEARSED', TESTING: 'REHEARSED', LIVE: 'ENDED', ENDED: 'ENDED' },
  'test-limit': { REHEARSED: 'REHEARSED', TESTING: 'REHEARSED' },
  'source-lost': { LIVE: 'ENDED', ENDED: 'ENDED' },
  delete: { SCHEDULED: 'GONE', REHEARSED: 'GONE', GONE: 'GONE' },
}

const REFUSALS: Record<State, string> = {
  SCHEDULED: 'This broadcast has not started.',
  REHEARSED: 'This broadcast has not started.',
  TESTING: 'This broadcast is being tested. End the test first.',
  LIVE: 'This broadcast is on air. End it first.',
  ENDED: 'This broadcast has ended.',
  GONE: 'This broadcast was cancelled.',
}

/** The state a command leads to: the same one when it already stands, null when the state forbids it. */
export function nextState(state: State, command: Command): ReachedState | null {
  return TRANSITIONS[command][state] ?? null
}

/** Why a state forbids what was asked, for people. */
export function refusalOf(state: State): string {
  return REFUSALS[state]
}

/** The state that the stored facts of a broadcast say. */
export function stateOf(snapshot: {
  status: Broadcast['status']
  testedAt: Date | null
  deletedAt: Date | null
}): State {
  if (snapshot.deletedAt) return 'GONE'
  return snapshot.status === 'SCHEDULED' && snapshot.testedAt ? 'REHEARSED' : snapshot.status
}
