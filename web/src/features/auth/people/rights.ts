import type { User } from '@carillon/contract/auth/schemas'
import {
  canBan,
  canChangeRole,
  canResetPassword,
  canTurnTotpOff,
  rolesToGive,
} from '@carillon/contract/policies'
import type { Role } from '@carillon/contract/roles'

/** Viewer of the list. */
export type Actor = Pick<User, 'id' | 'role'>
type Target = Pick<User, 'id' | 'role'>

/**
 * Right to do something with an account, or the reason against it. The station enforces the same; this explains it
 * beforehand.
 */
export type Right<Given> = { allowed: true; given: Given } | { allowed: false; reason: string }

/** The roles one may give to an account. */
export function rightToGiveRole(actor: Actor, target: Target): Right<readonly Role[]> {
  if (actor.id === target.id)
    return no('You can’t change your own role, so there is always an administrator.')
  if (!canChangeRole(actor, target)) return no('Only administrators can change this role.')
  return { allowed: true, given: rolesToGive(actor, target) }
}

/** Whether one may ban an account and lift its ban. */
export function rightToBan(actor: Actor, target: Target): Right<true> {
  if (actor.id === target.id) return no('You cannot ban yourself.')
  if (!canBan(actor, target)) return no('Moderators can ban only listeners.')
  return { allowed: true, given: true }
}

/** Whether one may turn off the second step of an account whose owner lost the phone. */
export function rightToTurnTotpOff(actor: Actor, target: Target): Right<true> {
  if (actor.id === target.id) return no('Turn off your own in your settings.')
  if (!canTurnTotpOff(actor)) return no('Only administrators can turn this off.')
  return { allowed: true, given: true }
}

/** Whether one may have somebody choose another password. */
export function rightToResetPassword(actor: Actor, target: Target & Pick<User, 'banned'>): Right<true> {
  if (actor.id === target.id) return no('Change your own in your profile.')
  if (!canResetPassword(actor)) return no('Only administrators can reset passwords.')
  if (target.banned) return no('Lift the ban first.')
  return { allowed: true, given: true }
}

function no(reason: string): { allowed: false; reason: string } {
  return { allowed: false, reason }
}
