import { canModerate, canSeeBroadcast, ownersOf } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import { type Act, mayAct } from './permissions.ts'
import type { StoredBroadcast } from './table.ts'

/** The broadcast, or 404 when there is none or it was deleted. */
export function requireExisting(found: StoredBroadcast | undefined): StoredBroadcast {
  if (!found || found.state === 'GONE') throw new AppError('NOT_FOUND')
  return found
}

/** Whether a broadcast exists for somebody: a draft does for its DJ and staff alone. */
export function isVisible(stored: StoredBroadcast, session: { person: Person } | null): boolean {
  return canSeeBroadcast(session?.person ?? null, { ...ownersOf(stored), isUnlisted: stored.isUnlisted })
}

/** Whether the show that may follow a live one exists for somebody: a foreign draft does for the live one's DJ while it stands by. */
export function isVisibleAsNext(next: StoredBroadcast, live: StoredBroadcast, person: Person): boolean {
  return isVisible(next, { person }) || (next.standBySince !== null && canModerate(person, ownersOf(live)))
}

/** The broadcast, or 404; a draft exists for its DJ and staff alone. */
export function requireVisible(
  found: StoredBroadcast | undefined,
  session: { person: Person } | null,
): StoredBroadcast {
  const existing = requireExisting(found)
  if (!isVisible(existing, session)) throw new AppError('NOT_FOUND')
  return existing
}

/**
 * The broadcast when `person` may do `act` on it, else 404 or 403. Only a repeated DELETE by one of its people still
 * meets a deleted one.
 */
export function requirePermitted(
  found: StoredBroadcast | undefined,
  person: Person,
  act: Act,
): StoredBroadcast {
  const isPermitted = found !== undefined && mayAct(person, act, ownersOf(found))
  if (isPermitted && act === 'delete') return found
  const visible = requireVisible(found, { person })
  if (!isPermitted) throw new AppError('FORBIDDEN')
  return visible
}
