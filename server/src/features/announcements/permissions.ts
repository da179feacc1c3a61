import { type Person, type Role, STAFF } from '@carillon/contract/roles'
import type { Command } from './states.ts'

/** What a person may want to do with an announcement, its words included. */
export type Act = Command | 'update'

/** Who may do what with whose: `author` is whoever wrote it, `crew` its author and staff. */
const WHO: Record<Act, 'author' | 'staff' | 'crew'> = {
  publish: 'staff',
  schedule: 'staff',
  reject: 'staff',
  resubmit: 'author',
  pin: 'staff',
  unpin: 'staff',
  archive: 'staff',
  unarchive: 'staff',
  delete: 'crew',
  update: 'crew',
}

/** Whether the person supervises. */
export function isStaff(person: { role: Role } | null): boolean {
  return person !== null && STAFF.some((role) => role === person.role)
}

/** Whether the person may see what is not published, and why it was rejected: its author and staff. */
export function isCrew(person: Person | null, authorId: number): boolean {
  return person !== null && (person.id === authorId || isStaff(person))
}

/** Whether the person may do this to an announcement of that author, whatever its state. */
export function mayAct(person: Person, act: Act, authorId: number): boolean {
  if (WHO[act] === 'staff') return isStaff(person)
  return WHO[act] === 'author' ? person.id === authorId : isCrew(person, authorId)
}
