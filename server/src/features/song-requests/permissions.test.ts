import { ROLES, type Role } from '@carillon/contract/roles'
import { expect, it } from 'vitest'
import { mayAnswer } from './permissions.ts'

const OWNER = 7
const STRANGER = 8
const show = { id: 1, title: 'Harana Hour', status: 'LIVE', createdById: OWNER, startedById: null } as const
const person = (id: number, role: Role) => ({ id, name: 'Ana Cruz', role })

/** Contract, section 3: set a request's status, delete it. */
const OF_OWN: Record<Role, boolean> = { LISTENER: false, DJ: true, MODERATOR: true, ADMIN: true }
const OF_ANY: Record<Role, boolean> = { ...OF_OWN, DJ: false }

it.each(ROLES)('[SQ5] %s may answer the requests of an own and of a foreign show as agreed', (role) => {
  expect(mayAnswer(person(OWNER, role), show)).toBe(OF_OWN[role])
  expect(mayAnswer(person(STRANGER, role), show)).toBe(OF_ANY[role])
})

it('[SQ5] who started a show owns it too', () => {
  expect(mayAnswer(person(STRANGER, 'DJ'), { ...show, startedById: STRANGER })).toBe(true)
})
