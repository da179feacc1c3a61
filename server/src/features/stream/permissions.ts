import { type Person, STAFF } from '@carillon/contract/roles'
import type { KnownBroadcast } from './ports.ts'

type Owners = Pick<KnownBroadcast, 'createdById' | 'startedById'>

/** Whether the broadcast is the person's own: created or started by them. */
export function isOwn(person: Person, { createdById, startedById }: Owners): boolean {
  return person.id === createdById || person.id === startedById
}

/** Whether the person may be its source, or hold its feed: an own one for a DJ, any for an ADMIN. */
export function mayBroadcast(person: Person, owners: Owners): boolean {
  return person.role === 'ADMIN' || (person.role === 'DJ' && isOwn(person, owners))
}

/** Whether the person may hear its test: its DJ and staff. */
export function mayHear(person: Person, owners: Owners): boolean {
  return mayBroadcast(person, owners) || STAFF.some((role) => role === person.role)
}
