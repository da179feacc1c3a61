import { ROLES, type Role } from '@carillon/contract/roles'
import { expect, it } from 'vitest'
import { isStaff, mayDelete, mayHaveDeleted, supervises } from './permissions.ts'

const ME = 7
const OTHER = 8
const NOW_MS = Date.parse('2026-11-20T07:00:00Z')
const FIVE_MINUTES_MS = 5 * 60_000
const me = (role: Role) => ({ id: ME, name: 'Ana Cruz', role })
const message = (senderId: number, showOf: number, ageMs = 0) => ({
  id: 1,
  broadcastId: 1,
  showTitle: 'Harana Hour',
  senderId,
  senderName: 'Ana Cruz',
  createdAt: new Date(NOW_MS - ageMs),
  isDeleted: false,
  createdById: showOf,
  startedById: null,
})

/** Contract, section 3: an own message, an old own one, a foreign one in an own show, a foreign one. */
const MAY: Record<Role, readonly [boolean, boolean, boolean, boolean]> = {
  LISTENER: [true, false, false, false],
  DJ: [true, false, true, false],
  MODERATOR: [true, true, true, true],
  ADMIN: [true, true, true, true],
}

it.each(ROLES)('[CH6] %s may remove what the table of the contract says', (role) => {
  const messages = [
    message(ME, OTHER, FIVE_MINUTES_MS),
    message(ME, OTHER, FIVE_MINUTES_MS + 1),
    message(OTHER, ME),
    message(OTHER, OTHER),
  ]
  expect(messages.map((one) => mayDelete(me(role), one, NOW_MS))).toEqual(MAY[role])
})

it('[CH6] who started a show has it as well, and an own message stays an own one', () => {
  const started = { ...message(OTHER, OTHER), startedById: ME }
  expect(mayDelete(me('DJ'), started, NOW_MS)).toBe(true)
  expect(mayHaveDeleted(me('LISTENER'), message(ME, OTHER, FIVE_MINUTES_MS * 2))).toBe(true)
  expect(mayHaveDeleted(me('LISTENER'), message(OTHER, OTHER))).toBe(false)
})

it('[CH5] the DJ of the show and staff supervise its chat', () => {
  const show = { createdById: OTHER, startedById: ME }
  const own = ROLES.filter((role) => supervises(me(role), show))
  const foreign = ROLES.filter((role) => supervises(me(role), { createdById: OTHER, startedById: null }))
  expect(own).toEqual(['DJ', 'MODERATOR', 'ADMIN'])
  expect(foreign).toEqual(['MODERATOR', 'ADMIN'])
  expect(ROLES.filter((role) => isStaff(me(role)))).toEqual(['MODERATOR', 'ADMIN'])
})
