import type { Role } from '@carillon/contract/roles'

type Somebody = { role: Role }

const MODERATED: readonly Role[] = ['LISTENER', 'DJ']

/** Administrators give any role; moderators make listeners DJs and DJs listeners. */
export function mayGiveRole(actor: Somebody, user: Somebody, newRole: Role): boolean {
  if (actor.role === 'ADMIN') return true
  return actor.role === 'MODERATOR' && [user.role, newRole].every((role) => MODERATED.includes(role))
}

/** Administrators ban anybody else, moderators listeners. */
export function mayBan(actor: Somebody, user: Somebody): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'MODERATOR' && user.role === 'LISTENER')
}
