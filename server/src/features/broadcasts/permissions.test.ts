import { canModerate } from '@carillon/contract/policies'
import { ROLES, type Role } from '@carillon/contract/roles'
import { describe, expect, it } from 'vitest'
import { type Act, mayAct } from './permissions.ts'

const OWNER = 7
const STRANGER = 8
const scheduled = { createdById: OWNER, startedById: null }
const person = (id: number, role: Role) => ({ id, name: 'Ana Cruz', role })

/** Contract, section 3: acts on one's own broadcast, and on anybody's. */
const OWN: Record<Role, readonly Act[]> = {
  LISTENER: [],
  DJ: ['update', 'delete', 'start', 'start-test', 'test', 'end', 'slowmode', 'now-playing'],
  MODERATOR: ['end', 'slowmode'],
  ADMIN: ['update', 'delete', 'start', 'start-test', 'test', 'end', 'slowmode', 'now-playing'],
}
const ANY: Record<Role, readonly Act[]> = { ...OWN, DJ: [] }
const ACTS = OWN.ADMIN

describe('permissions on a broadcast', () => {
  it.each(ROLES)(
    '[BR5] %s may do to an own and to a foreign broadcast what the table of the contract says',
    (role) => {
      for (const act of ACTS) {
        expect(mayAct(person(OWNER, role), act, scheduled)).toBe(OWN[role].includes(act))
        expect(mayAct(person(STRANGER, role), act, scheduled)).toBe(ANY[role].includes(act))
      }
    },
  )

  it('[BR5] who started a broadcast owns it too', () => {
    const started = { createdById: OWNER, startedById: STRANGER }
    expect(mayAct(person(STRANGER, 'DJ'), 'end', started)).toBe(true)
  })

  it('[BR6] a running test is told to its DJ and staff only', () => {
    expect(canModerate(null, scheduled)).toBe(false)
    expect(canModerate(person(OWNER, 'DJ'), scheduled)).toBe(true)
    expect(canModerate(person(STRANGER, 'DJ'), scheduled)).toBe(false)
    expect(canModerate(person(OWNER, 'LISTENER'), scheduled)).toBe(false)
    expect(canModerate(person(STRANGER, 'MODERATOR'), scheduled)).toBe(true)
    expect(canModerate(person(STRANGER, 'ADMIN'), scheduled)).toBe(true)
  })
})
