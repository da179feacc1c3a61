import {
  canDeleteMessage,
  canModerate,
  couldDeleteMessage,
  OWN_DELETE_MINUTES,
} from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { requireShow, type Show } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Db, MessageOwners } from './table.ts'

/** The show when the person supervises its chat, else 404 or 403. */
export async function requireSupervised(db: Db, id: number, person: Person): Promise<Show> {
  const show = await requireShow(db, id, person)
  if (!canModerate(person, show)) throw new AppError('FORBIDDEN')
  return show
}

/**
 * The message when the person may remove it, else 404 or 403. One that is gone is still found by those who may have
 * removed it: they repeat themselves.
 */
export function requireDeletable(
  found: MessageOwners | undefined,
  person: Person,
  nowMs: number,
): MessageOwners {
  if (!found) throw new AppError('NOT_FOUND')
  if (found.isDeleted) {
    if (!couldDeleteMessage(person, found)) throw new AppError('NOT_FOUND')
    return found
  }
  if (canDeleteMessage(person, found, nowMs)) return found
  const isLate = person.id === found.senderId
  throw new AppError('FORBIDDEN', isLate ? { message: TOO_LATE } : {})
}

const TOO_LATE = `You can delete your own message for ${OWN_DELETE_MINUTES} minutes.`
