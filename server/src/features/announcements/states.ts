import type { Announcement } from '@carillon/contract/announcements/schemas'

/** State of an announcement; GONE is what DELETE leaves. */
export type State = Announcement['status'] | 'GONE'
export const COMMANDS = [
  'publish',
  'schedule',
  'reject',
  'resubmit',
  'pin',
  'unpin',
  'archive',
  'unarchive',
  'delete',
] as const
export type Command = (typeof COMMANDS)[number]

/** Taken out again, an announcement is what it was before. */
type Before = 'BEFORE'

/**
 * Transitions by command; any other is refused. A state that leads to itself is a repeated call whose effect already
 * stands.
 */
const TRANSITIONS: Record<Command, Partial<Record<State, State | Before>>> = {
  publish: { DRAFT: 'PUBLISHED', SCHEDULED: 'PUBLISHED', PUBLISHED: 'PUBLISHED' },
  schedule: { DRAFT: 'SCHEDULED', SCHEDULED: 'SCHEDULED' },
  reject: { DRAFT: 'REJECTED', SCHEDULED: 'REJECTED', REJECTED: 'REJECTED' },
  resubmit: { REJECTED: 'DRAFT', DRAFT: 'DRAFT' },
  pin: { PUBLISHED: 'PUBLISHED' },
  unpin: { PUBLISHED: 'PUBLISHED' },
  archive: {
    DRAFT: 'ARCHIVED',
    SCHEDULED: 'ARCHIVED',
    PUBLISHED: 'ARCHIVED',
    REJECTED: 'ARCHIVED',
    ARCHIVED: 'ARCHIVED',
  },
  unarchive: {
    DRAFT: 'DRAFT',
    SCHEDULED: 'SCHEDULED',
    PUBLISHED: 'PUBLISHED',
    REJECTED: 'REJECTED',
    ARCHIVED: 'BEFORE',
  },
  delete: {
    DRAFT: 'GONE',
    SCHEDULED: 'GONE',
    PUBLISHED: 'GONE',
    REJECTED: 'GONE',
    ARCHIVED: 'GONE',
    GONE: 'GONE',
  },
}

const REFUSALS: Record<State, string> = {
  DRAFT: 'This announcement is a draft.',
  SCHEDULED: 'This announcement is scheduled.',
  PUBLISHED: 'This announcement is published.',
  REJECTED: 'This announcement was rejected. Its author may resubmit it.',
  ARCHIVED: 'This announcement is archived.',
  GONE: 'This announcement was deleted.',
}

/** States in which an author without further rights may still edit and delete. */
const AUTHORS_OWN: readonly State[] = ['DRAFT', 'REJECTED', 'GONE']

/**
 * The state a command leads to: the same one when it already stands, null when the state forbids it. `archivedFrom` is
 * what an archived one was before.
 */
export function nextState(state: State, command: Command, archivedFrom: State | null): State | null {
  const next = TRANSITIONS[command][state] ?? null
  return next === 'BEFORE' ? archivedFrom : next
}

/** Whether the state leaves words and deletion to the author, who is no staff. */
export function isAuthorsOwn(state: State): boolean {
  return AUTHORS_OWN.includes(state)
}

/** Why a state forbids what was asked, for people. */
export function refusalOf(state: State): string {
  return REFUSALS[state]
}
