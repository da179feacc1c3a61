import { expect, it } from 'vitest'
import {
  type Actor,
  type BroadcastOwners,
  canBan,
  canBroadcast,
  canChangeRole,
  canDeleteMessage,
  canEditAnnouncement,
  canModerate,
  canSeeBroadcast,
  canTurnTotpOff,
  couldDeleteMessage,
  isBroadcaster,
  isStaff,
  rolesToGive,
  speaksForStation,
} from './policies.ts'
import { ROLES, type Role } from './roles.ts'

const ME = 7
const OTHER = 8
const NOW_MS = Date.parse('2026-11-20T07:00:00Z')
const FIVE_MINUTES_MS = 5 * 60_000

const OWN_SHOW: BroadcastOwners = { createdById: ME, startedById: null }
const STARTED_SHOW = { createdById: OTHER, startedById: ME }
const FOREIGN_SHOW = { createdById: OTHER, startedById: null }
const message = (senderId: number, show: BroadcastOwners, ageMs = 0) => ({
  ...show,
  senderId,
  createdAt: new Date(NOW_MS - ageMs),
})

/** Contract, section 3, and who of the roles may do it, in the order of ROLES. */
const TABLE: Record<string, [may: (person: Actor) => boolean, ...byRole: (0 | 1)[]]> = {
  //                                                                              LISTENER DJ MODERATOR ADMIN
  'is staff': [isStaff, 0, 0, 1, 1],
  'is a broadcaster': [isBroadcaster, 0, 1, 0, 1],
  'speaks for the station': [speaksForStation, 0, 1, 1, 1],
  'broadcasts an own show': [(me) => canBroadcast(me, OWN_SHOW), 0, 1, 0, 1],
  'broadcasts a show they started': [(me) => canBroadcast(me, STARTED_SHOW), 0, 1, 0, 1],
  'broadcasts a foreign show': [(me) => canBroadcast(me, FOREIGN_SHOW), 0, 0, 0, 1],
  'moderates an own show': [(me) => canModerate(me, OWN_SHOW), 0, 1, 1, 1],
  'moderates a show they started': [(me) => canModerate(me, STARTED_SHOW), 0, 1, 1, 1],
  'moderates a foreign show': [(me) => canModerate(me, FOREIGN_SHOW), 0, 0, 1, 1],
  'moderates a show that is not known': [(me) => canModerate(me, undefined), 0, 0, 1, 1],
  'sees an own draft': [(me) => canSeeBroadcast(me, { ...OWN_SHOW, isUnlisted: true }), 0, 1, 1, 1],
  'sees a foreign draft': [(me) => canSeeBroadcast(me, { ...FOREIGN_SHOW, isUnlisted: true }), 0, 0, 1, 1],
  'sees any other show': [(me) => canSeeBroadcast(me, { ...FOREIGN_SHOW, isUnlisted: false }), 1, 1, 1, 1],
  'deletes an own message': [deletes(message(ME, FOREIGN_SHOW, FIVE_MINUTES_MS)), 1, 1, 1, 1],
  'deletes an own old message': [deletes(message(ME, FOREIGN_SHOW, FIVE_MINUTES_MS + 1)), 0, 0, 1, 1],
  'deletes a message of an own show': [deletes(message(OTHER, OWN_SHOW)), 0, 1, 1, 1],
  'deletes a message of a show they started': [deletes(message(OTHER, STARTED_SHOW)), 0, 1, 1, 1],
  'deletes a foreign message': [deletes(message(OTHER, FOREIGN_SHOW)), 0, 0, 1, 1],
  'deleted an own old message': [
    (me) => couldDeleteMessage(me, message(ME, FOREIGN_SHOW, 2 * FIVE_MINUTES_MS)),
    ...([1, 1, 1, 1] as const),
  ],
  'deleted a foreign message': [(me) => couldDeleteMessage(me, message(OTHER, FOREIGN_SHOW)), 0, 0, 1, 1],
  'edits an own announcement': [(me) => canEditAnnouncement(me, ME), 1, 1, 1, 1],
  'edits a foreign announcement': [(me) => canEditAnnouncement(me, OTHER), 0, 0, 1, 1],
  'changes the role of a listener': [(me) => canChangeRole(me, { role: 'LISTENER' }), 0, 0, 1, 1],
  'changes the role of a DJ': [(me) => canChangeRole(me, { role: 'DJ' }), 0, 0, 1, 1],
  'changes the role of a moderator': [(me) => canChangeRole(me, { role: 'MODERATOR' }), 0, 0, 0, 1],
  'changes the role of an administrator': [(me) => canChangeRole(me, { role: 'ADMIN' }), 0, 0, 0, 1],
  'bans a listener': [(me) => canBan(me, { role: 'LISTENER' }), 0, 0, 1, 1],
  'bans a DJ': [(me) => canBan(me, { role: 'DJ' }), 0, 0, 0, 1],
  'bans a moderator': [(me) => canBan(me, { role: 'MODERATOR' }), 0, 0, 0, 1],
  'bans an administrator': [(me) => canBan(me, { role: 'ADMIN' }), 0, 0, 0, 1],
  'turns off a second step': [canTurnTotpOff, 0, 0, 0, 1],
}

function deletes(one: ReturnType<typeof message>): (me: Actor) => boolean {
  return (me) => canDeleteMessage(me, one, NOW_MS)
}

it.each(Object.entries(TABLE))('[HT12] who %s is one row of the table', (_, [may, ...byRole]) => {
  expect(ROLES.map((role) => Number(may({ id: ME, role })))).toEqual(byRole)
})

it('[HT12] a visitor has no rights', () => {
  expect([isStaff(null), isBroadcaster(null), canModerate(null, OWN_SHOW)]).toEqual([false, false, false])
  expect(canEditAnnouncement(null, ME)).toBe(false)
  expect(canSeeBroadcast(null, { ...OWN_SHOW, isUnlisted: true })).toBe(false)
})

it.each<[Role, Role, readonly Role[]]>([
  ['ADMIN', 'DJ', ['LISTENER', 'MODERATOR', 'ADMIN']],
  ['MODERATOR', 'LISTENER', ['DJ']],
  ['MODERATOR', 'DJ', ['LISTENER']],
  ['MODERATOR', 'ADMIN', []],
  ['DJ', 'LISTENER', []],
])('[HT12] %s gives a %s these roles: %j', (actor, target, roles) => {
  expect(rolesToGive({ role: actor }, { role: target })).toEqual(roles)
})
