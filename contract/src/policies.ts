import { MINUTE_MS } from './durations.ts'
import { BROADCASTERS, type Person, ROLES, type Role, STAFF } from './roles.ts'

/** Minutes in which people may take back their own messages. */
export const OWN_DELETE_MINUTES = 5
const ORDINARY_ROLES = ['LISTENER', 'DJ'] as const satisfies readonly Role[]

/** As much of a person as rights depend on; null is a visitor. */
export type Actor = Pick<Person, 'id' | 'role'>
type WithRole = Pick<Person, 'role'>

/** The people of a broadcast, as far as rights depend on them. */
export type BroadcastOwners = { createdById: number; startedById: number | null }
type MessageOwners = BroadcastOwners & { senderId: number; createdAt: Date }

/** Whether the person supervises the whole station: a moderator or an administrator. */
export function isStaff(person: WithRole | null): boolean {
  return person !== null && STAFF.some((role) => role === person.role)
}

/** Whether the person may plan and hold shows: a DJ or an administrator. */
export function isBroadcaster(person: WithRole | null): boolean {
  return person !== null && BROADCASTERS.some((role) => role === person.role)
}

/** Whether the person speaks for the station: a DJ, a moderator or an administrator. */
export function speaksForStation({ role }: WithRole): boolean {
  return role !== 'LISTENER'
}

/** Whether the broadcast is the person's own: created or started by them. */
export function isOwner({ id }: Actor, { createdById, startedById }: BroadcastOwners): boolean {
  return id === createdById || id === startedById
}

/** The people of a broadcast as it is presented or stored. */
export function ownersOf(broadcast: {
  createdBy: { id: number }
  startedBy: { id: number } | null
}): BroadcastOwners {
  return { createdById: broadcast.createdBy.id, startedById: broadcast.startedBy?.id ?? null }
}

/** Whether the person may be the source of a broadcast, change or cancel it: an own one for a DJ, any for an ADMIN. */
export function canBroadcast(person: Actor, owners: BroadcastOwners): boolean {
  return person.role === 'ADMIN' || isOwnDj(person, owners)
}

/**
 * Whether the person supervises a broadcast: its DJ and staff. They run its chat, polls and requests, end it, decide
 * about its recording, and see and hear what of it is not public.
 */
export function canModerate(person: Actor | null, owners: BroadcastOwners | undefined): boolean {
  if (person === null) return false
  return isStaff(person) || (owners !== undefined && isOwnDj(person, owners))
}

/** Whether a broadcast exists for the person: a draft does for its DJ and staff alone, any other for everybody. */
export function canSeeBroadcast(
  person: Actor | null,
  broadcast: BroadcastOwners & { isUnlisted: boolean },
): boolean {
  return !broadcast.isUnlisted || canModerate(person, broadcast)
}

/** Whether the person may remove a message: any where they supervise, else an own one while it is young. */
export function canDeleteMessage(person: Actor, message: MessageOwners, nowMs: number): boolean {
  if (canModerate(person, message)) return true
  const ageMs = nowMs - message.createdAt.getTime()
  return person.id === message.senderId && ageMs <= OWN_DELETE_MINUTES * MINUTE_MS
}

/** Whether the person may ever have removed a message: for them, one that is gone is gone as they wanted. */
export function couldDeleteMessage(person: Actor, message: MessageOwners): boolean {
  return canModerate(person, message) || person.id === message.senderId
}

/** Whether the person may see what of an announcement is not public, and edit it: its author and staff. */
export function canEditAnnouncement(person: Actor | null, authorId: number): boolean {
  return person !== null && (person.id === authorId || isStaff(person))
}

/** Whether the person may change or delete an item of the library, and see it while it rests: who uploaded it, and staff. */
export function canEditLibraryItem(person: Actor, ownerId: number): boolean {
  return isStaff(person) || (person.role === 'DJ' && person.id === ownerId)
}

/** Whether the person may change the role of such an account: administrators any, moderators listeners and DJs. */
export function canChangeRole(actor: WithRole, target: WithRole): boolean {
  return rolesWithin(actor).includes(target.role)
}

/** The roles that the person may give to such an account, but the one it has. Nobody may change their own. */
export function rolesToGive(actor: WithRole, target: WithRole): readonly Role[] {
  if (!canChangeRole(actor, target)) return []
  return rolesWithin(actor).filter((role) => role !== target.role)
}

/** Whether the person may ban such an account and lift its ban: administrators any, moderators listeners. */
export function canBan(actor: WithRole, target: WithRole): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'MODERATOR' && target.role === 'LISTENER')
}

/** Whether the person may give such an account a timeout where they moderate: listeners alone have them. */
export function canGiveTimeout(target: WithRole): boolean {
  return target.role === 'LISTENER'
}

/** Whether the person may have somebody else choose another password. */
export function canResetPassword(actor: WithRole): boolean {
  return actor.role === 'ADMIN'
}

/** Whether the person may turn off somebody else's second step: administrators help those who lost their phone. */
export function canTurnTotpOff(actor: WithRole): boolean {
  return actor.role === 'ADMIN'
}

function isOwnDj(person: Actor, owners: BroadcastOwners): boolean {
  return person.role === 'DJ' && isOwner(person, owners)
}

function rolesWithin({ role }: WithRole): readonly Role[] {
  if (role === 'ADMIN') return ROLES
  return role === 'MODERATOR' ? ORDINARY_ROLES : []
}
