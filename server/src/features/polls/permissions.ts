import { type Person, STAFF } from '@carillon/contract/roles'
import type { Show } from '../../db/shows.ts'

/** Whether the person may create, show, end and delete a show's polls, and see its drafts: its DJ and staff. */
export function mayRun(person: Person | null, { createdById, startedById }: Show): boolean {
  if (!person) return false
  if (STAFF.some((role) => role === person.role)) return true
  return person.role === 'DJ' && (person.id === createdById || person.id === startedById)
}
