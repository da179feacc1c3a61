import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import type { TakenShow } from './store.ts'
import type { RecordedShow, StoredRecording } from './table.ts'

/** The recording when `person`, null being a visitor, may hear it; else 404: they are not told that it is there. */
export function requireHearable(found: StoredRecording | undefined, person: Person | null): StoredRecording {
  if (found && (found.isPublic || canModerate(person, found))) return found
  throw new AppError('NOT_FOUND')
}

/** The recording when `person` decides about it; 403 for one that they may only hear, else 404. */
export function requireManageable(found: StoredRecording | undefined, person: Person): StoredRecording {
  const hearable = requireHearable(found, person)
  if (!canModerate(person, hearable)) throw new AppError('FORBIDDEN')
  return hearable
}

/** Whether the recording of a show was deleted, and `person` may do so: they repeat themselves, or each other. */
export function isDeletedFor(show: TakenShow | undefined, person: Person): boolean {
  return show?.isRecordingDeleted === true && canModerate(person, show)
}

/** The show when `person` decides who hears its recording; else 403, and 404 for a draft of somebody else. */
export function requireDecidable(found: RecordedShow | undefined, person: Person): RecordedShow {
  if (!found) throw new AppError('NOT_FOUND')
  if (canModerate(person, found)) return found
  throw new AppError(found.isUnlisted ? 'NOT_FOUND' : 'FORBIDDEN')
}
