import { ROLES, type Role } from '@carillon/contract/roles'
import { describe, expect, test } from 'vitest'
import { rightToBan, rightToGiveRole } from './rights.ts'

const rolesOf = (actor: Role, target: Role) => {
  const right = rightToGiveRole({ id: 1, role: actor }, { id: 2, role: target })
  return right.allowed ? right.given : right.reason
}
const banOf = (actor: Role, target: Role) => {
  const right = rightToBan({ id: 1, role: actor }, { id: 2, role: target })
  return right.allowed || right.reason
}

describe('what staff may do with others', () => {
  test.each(ROLES)('[SH65] an administrator gives %s any other role, and may ban', (role) => {
    expect(rolesOf('ADMIN', role)).toEqual(ROLES.filter((other) => other !== role))
    expect(banOf('ADMIN', role)).toBe(true)
  })

  test('[SH65] a moderator makes listeners DJs and back', () => {
    expect(rolesOf('MODERATOR', 'LISTENER')).toEqual(['DJ'])
    expect(rolesOf('MODERATOR', 'DJ')).toEqual(['LISTENER'])
  })

  test.each(['MODERATOR', 'ADMIN'] as const)('[SH65] a moderator is told who changes a %s', (role) => {
    expect(rolesOf('MODERATOR', role)).toBe('Only administrators can change this role.')
  })

  test('[SH65] a moderator bans listeners, and is told so elsewhere', () => {
    expect(banOf('MODERATOR', 'LISTENER')).toBe(true)
    for (const role of ['DJ', 'MODERATOR', 'ADMIN'] as const) {
      expect(banOf('MODERATOR', role)).toBe('Moderators can ban only listeners.')
    }
  })

  test.each(['MODERATOR', 'ADMIN'] as const)('[SH65] no %s touches themselves', (role) => {
    const self = { id: 1, role }
    expect(rightToGiveRole(self, self)).toEqual({
      allowed: false,
      reason: 'You can’t change your own role, so there is always an administrator.',
    })
    expect(rightToBan(self, self)).toEqual({ allowed: false, reason: 'You cannot ban yourself.' })
  })
})
