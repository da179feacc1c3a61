import type { Role } from '@carillon/contract/roles'

type Somebody = { role: Role }

const MODERATED: readonly Role[] = ['LISTENER', 'DJ']

/** Administrators change anybody's role, moderators that of listeners and DJs. */
export function mayMove(actor: Somebody, user: Somebody): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'MODERATOR' && MODERATED.includes(user.role))
}

/** Administrators give any role, moderators make listeners and DJs. */
export function mayGiveRole(actor: Somebody, newRole: Role): boolean {
  return mayMove(actor, { role: newRole })
}

/** Administrators ban anybody else, moderators listeners. */
export function mayBan(actor: Somebody, user: Somebody): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'MODERATOR' && user.role === 'LISTENER')
}
