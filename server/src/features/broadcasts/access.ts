import { canModerate, ownersOf } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import { type Act, mayAct } from './permissions.ts'
import type { StoredBroadcast } from './table.ts'

/** The broadcast, or 404 when there is none or it was deleted. */
export function requireExisting(found: StoredBroadcast | undefined): StoredBroadcast {
  if (!found || found.state === 'GONE') throw new AppError('NOT_FOUND')
  return found
}

/** The broadcast, or 404; a draft exists for its DJ and staff alone. */
export function requireVisible(
  found: StoredBroadcast | undefined,
  session: { person: Person } | null,
): StoredBroadcast {
  const existing = requireExisting(found)
  const isHidden = existing.isUnlisted && !canModerate(session?.person ?? null, ownersOf(existing))
  if (isHidden) throw new AppError('NOT_FOUND')
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
  const existing = requireExisting(found)
  if (!isPermitted) throw new AppError('FORBIDDEN')
  return existing
}
