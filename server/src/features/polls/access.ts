import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import type { Command } from './states.ts'
import type { StoredPoll } from './table.ts'

/** The poll when `viewer` may know of it, else 404: a draft is its DJ's and staff's. */
export function requireVisible(found: StoredPoll | undefined, viewer: Person | null): StoredPoll {
  const isHidden = found?.state === 'DRAFT' && !canModerate(viewer, found.show)
  if (!found || found.state === 'GONE' || isHidden) throw new AppError('NOT_FOUND')
  return found
}

/**
 * The poll when `person` may do `command` to it, else 404 or 403. Only a repeated DELETE by one of those who may still
 * meets a deleted one.
 */
export function requireRunnable(found: StoredPoll | undefined, person: Person, command: Command): StoredPoll {
  const mayDo = found !== undefined && canModerate(person, found.show)
  if (mayDo && command === 'delete') return found
  const visible = requireVisible(found, person)
  if (!mayDo) throw new AppError('FORBIDDEN')
  return visible
}

/** Rows of polls are never removed: one whose id was read before is there. */
export function requireExisting(found: StoredPoll | undefined): StoredPoll {
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
