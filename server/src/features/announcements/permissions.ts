import { canEditAnnouncement, isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import type { Command } from './states.ts'

/** Act of a person on an announcement, editing included. */
export type Act = Command | 'update'

/** People who may do each act: `author` is anyone who wrote it, `editors` its author and staff. */
const WHO: Record<Act, 'author' | 'staff' | 'editors'> = {
  publish: 'staff',
  schedule: 'staff',
  reject: 'staff',
  resubmit: 'author',
  pin: 'staff',
  unpin: 'staff',
  archive: 'staff',
  unarchive: 'staff',
  delete: 'editors',
  update: 'editors',
}

/** Whether the person may do this to an announcement of that author, whatever its state. */
export function mayAct(person: Person, act: Act, authorId: number): boolean {
  if (WHO[act] === 'staff') return isStaff(person)
  return WHO[act] === 'author' ? person.id === authorId : canEditAnnouncement(person, authorId)
}
