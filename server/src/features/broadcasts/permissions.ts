import { type Person, type Role, STAFF } from '@carillon/contract/roles'

export type Act = 'update' | 'delete' | 'start' | 'start-test' | 'test' | 'end' | 'slowmode'

/** Who may act on anybody's broadcast; a DJ may do each act on an own one. */
const ON_ANY: Record<Act, readonly Role[]> = {
  update: ['ADMIN'],
  delete: ['ADMIN'],
  start: ['ADMIN'],
  'start-test': ['ADMIN'],
  test: ['ADMIN'],
  end: STAFF,
  slowmode: STAFF,
}

/** The people of a broadcast, as far as permissions depend on them. */
export type Owners = { createdById: number; startedById: number | null }

/** Whether `person` may do `act` on a broadcast of `owners`. */
export function mayAct(person: Person, act: Act, owners: Owners): boolean {
  if (ON_ANY[act].includes(person.role)) return true
  return person.role === 'DJ' && isOwn(person, owners)
}

/** Whether `viewer` is told what is not public, a test or a recording, and where it can be heard: its DJ and staff. */
export function maySeePrivate(viewer: Person | null, owners: Owners): boolean {
  if (!viewer) return false
  const isStaff = STAFF.some((role) => role === viewer.role)
  return isStaff || (viewer.role === 'DJ' && isOwn(viewer, owners))
}

/** Whether the broadcast is the person's own: created or started by them. */
export function isOwn(person: Person, owners: Owners): boolean {
  return person.id === owners.createdById || person.id === owners.startedById
}
