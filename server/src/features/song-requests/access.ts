import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { requireShow } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import { findSongRequest } from './store.ts'
import type { Address, Db, StoredSongRequest } from './table.ts'

/** Whether somebody removes a request as the one who answers, or takes back an own one. */
export type Removal = 'of-show' | 'own'

/** The request, or 404 when there is none or it was deleted. */
export function requireExisting(found: StoredSongRequest | undefined): StoredSongRequest {
  if (!found || found.isDeleted) throw new AppError('NOT_FOUND')
  return found
}

/** Throws NOT_FOUND or FORBIDDEN unless the person may set the status of this request. */
export async function requireAnswering(db: Db, address: Address, person: Person): Promise<void> {
  if (!canModerate(person, await requireShow(db, address.id, person))) throw new AppError('FORBIDDEN')
  requireExisting(await findSongRequest(db, address))
}

/**
 * As what the person may remove this request. Throws NOT_FOUND or FORBIDDEN. Only a repeated DELETE by one of those who
 * may still meets a deleted one.
 */
export async function requireRemoval(db: Db, address: Address, person: Person): Promise<Removal> {
  const show = await requireShow(db, address.id, person)
  const found = await findSongRequest(db, address)
  if (found && canModerate(person, show)) return 'of-show'
  if (found?.requestedBy.id === person.id) return 'own'
  requireExisting(found)
  throw new AppError('FORBIDDEN')
}
