import { OWN_DELETE_MINUTES } from '@carillon/contract/chat'
import { type Person, STAFF } from '@carillon/contract/roles'
import type { MessageOwners } from './table.ts'

const MS_PER_MINUTE = 60_000

/** The people of a show. */
export type ShowOwners = { createdById: number; startedById: number | null }

/** Whether the person supervises this chat: its DJ and staff. They need not wait, and remove any message. */
export function supervises(person: Person, owners: ShowOwners): boolean {
  return isStaff(person) || isDjOf(person, owners)
}

/** Whether the person may remove the message: who supervises the chat any, everybody else an own one while it is young. */
export function mayDelete(person: Person, message: MessageOwners, nowMs: number): boolean {
  if (supervises(person, message)) return true
  const ageMs = nowMs - message.createdAt.getTime()
  return person.id === message.senderId && ageMs <= OWN_DELETE_MINUTES * MS_PER_MINUTE
}

/** Whether the person may ever have removed the message: for them, one that is gone is gone as they wanted. */
export function mayHaveDeleted(person: Person, message: MessageOwners): boolean {
  return supervises(person, message) || person.id === message.senderId
}

/** Whether the person is told what stands behind asterisks, and what was removed. */
export function isStaff({ role }: Person): boolean {
  return STAFF.some((staff) => staff === role)
}

function isDjOf({ id, role }: Person, { createdById, startedById }: ShowOwners): boolean {
  return role === 'DJ' && (id === createdById || id === startedById)
}
