import { canEditAnnouncement, isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import { type Act, mayAct } from './permissions.ts'
import { isAuthorsOwn, refusalOf } from './states.ts'
import type { StoredAnnouncement } from './table.ts'

/** The announcement when `viewer` may know of it, else 404: what is not published is its author's and staff's. */
export function requireVisible(
  found: StoredAnnouncement | undefined,
  viewer: Person | null,
): StoredAnnouncement {
  const isShown = found?.state === 'PUBLISHED' || canEditAnnouncement(viewer, found?.createdBy.id ?? 0)
  if (!found || found.state === 'GONE' || !isShown) throw new AppError('NOT_FOUND')
  return found
}

/**
 * The announcement when `person` may do `act` to it, else 404 or 403. Only a repeated DELETE by one of those who may
 * still meets a deleted one.
 */
export function requirePermitted(
  found: StoredAnnouncement | undefined,
  person: Person,
  act: Act,
): StoredAnnouncement {
  const mayDo = found !== undefined && mayAct(person, act, found.createdBy.id)
  if (mayDo && act === 'delete') return found
  const visible = requireVisible(found, person)
  if (!mayDo) throw new AppError('FORBIDDEN')
  return visible
}

/** Throws WRONG_STATE where words and deletion are no longer the author's alone. */
export function requireAuthorsOwn({ state }: StoredAnnouncement, person: Person): void {
  if (isStaff(person) || isAuthorsOwn(state)) return
  throw new AppError('WRONG_STATE', { message: refusalOf(state) })
}
