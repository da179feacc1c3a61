import { type Person, STAFF } from '@carillon/contract/roles'
import { AppError } from '../../http/app-error.ts'
import type { StoredRecording } from './table.ts'

type Owners = Pick<StoredRecording, 'createdById' | 'startedById'>

/** Whether somebody may hear a recording that is not public, and decides about it: its DJ and staff. */
export function mayManage(person: Person | null, { createdById, startedById }: Owners): boolean {
  if (!person) return false
  const isStaff = STAFF.some((role) => role === person.role)
  return isStaff || (person.role === 'DJ' && (person.id === createdById || person.id === startedById))
}

/** The recording when `person`, null being a visitor, may hear it; else 404: they are not told that it is there. */
export function requireHearable(found: StoredRecording | undefined, person: Person | null): StoredRecording {
  if (found && (found.isPublic || mayManage(person, found))) return found
  throw new AppError('NOT_FOUND')
}

/** The recording when `person` decides about it; 403 for one that they may only hear, else 404. */
export function requireManageable(found: StoredRecording | undefined, person: Person): StoredRecording {
  const hearable = requireHearable(found, person)
  if (!mayManage(person, hearable)) throw new AppError('FORBIDDEN')
  return hearable
}
