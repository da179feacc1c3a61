import { type Person, STAFF } from '@carillon/contract/roles'
import type { Show } from '../../db/shows.ts'

/** Whether the person may set the status of a show's requests and remove any: its DJ and staff. */
export function mayAnswer(person: Person, { createdById, startedById }: Show): boolean {
  if (STAFF.some((role) => role === person.role)) return true
  return person.role === 'DJ' && (person.id === createdById || person.id === startedById)
}
