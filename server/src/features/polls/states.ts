import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Poll } from '@carillon/contract/polls/schemas'

/** State of a poll; GONE is what DELETE leaves, and the end of a broadcast that was never held. */
export type State = Poll['status'] | 'GONE'
export type Command = 'show' | 'end' | 'delete'

/**
 * Transitions by command; any other is refused. A state that leads to itself is a repeated call whose effect already
 * stands.
 */
const TRANSITIONS: Record<Command, Partial<Record<State, Exclude<State, 'DRAFT'>>>> = {
  show: { DRAFT: 'ACTIVE', ACTIVE: 'ACTIVE' },
  end: { ACTIVE: 'ENDED', ENDED: 'ENDED' },
  delete: { DRAFT: 'GONE', ACTIVE: 'GONE', ENDED: 'GONE', GONE: 'GONE' },
}

const REFUSALS: Record<State, string> = {
  DRAFT: 'This poll has not been shown yet.',
  ACTIVE: 'This poll is open.',
  ENDED: 'This poll has ended.',
  GONE: 'This poll was deleted.',
}

/** The state a command leads to: the same one when it already stands, null when the state forbids it. */
export function nextState(state: State, command: Command): Exclude<State, 'DRAFT'> | null {
  return TRANSITIONS[command][state] ?? null
}

/** Why a state forbids what was asked, for people. */
export function refusalOf(state: State): string {
  return REFUSALS[state]
}

/** The state that the stored facts say: a poll ends with its broadcast, in the very transaction that ends that one. */
export function stateOf(snapshot: {
  status: Poll['status']
  isDeleted: boolean
  broadcastStatus: Broadcast['status']
}): State {
  if (snapshot.isDeleted) return 'GONE'
  return snapshot.status === 'ACTIVE' && snapshot.broadcastStatus === 'ENDED' ? 'ENDED' : snapshot.status
}
