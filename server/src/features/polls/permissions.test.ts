import { ROLES, type Role } from '@carillon/contract/roles'
import { expect, it } from 'vitest'
import { mayRun } from './permissions.ts'

const OWNER = 7
const STRANGER = 8
const show = { id: 1, title: 'Harana Hour', status: 'LIVE', createdById: OWNER, startedById: null } as const
const person = (id: number, role: Role) => ({ id, name: 'Ana Cruz', role })

/** Contract, section 3: polls create, show, end, delete; drafts are seen by the same people. */
const OF_OWN: Record<Role, boolean> = { LISTENER: false, DJ: true, MODERATOR: true, ADMIN: true }
const OF_ANY: Record<Role, boolean> = { ...OF_OWN, DJ: false }

it.each(ROLES)('[PO3] %s may run the polls of an own and of a foreign show as agreed', (role) => {
  expect(mayRun(person(OWNER, role), show)).toBe(OF_OWN[role])
  expect(mayRun(person(STRANGER, role), show)).toBe(OF_ANY[role])
  expect(mayRun(null, show)).toBe(false)
})

it('[PO3] who started a show owns it too', () => {
  expect(mayRun(person(STRANGER, 'DJ'), { ...show, startedById: STRANGER })).toBe(true)
})
