import { ROLES, type Role } from '@carillon/contract/roles'
import { describe, expect, test } from 'vitest'
import { aUser } from '../testing/user.ts'
import { decide } from './guard.ts'
import { PAGE_ROUTES } from './pages.tsx'

const signedIn = (role: Role) => ({ state: 'signed-in' as const, user: aUser({ role }) })
const HOMES: Record<Role, string> = {
  LISTENER: '/dashboard',
  DJ: '/dj-dashboard',
  ADMIN: '/admin',
  MODERATOR: '/moderator',
}

const ADMITTED: [string, Role[]][] = [
  ['/dashboard', ['LISTENER', 'MODERATOR', 'ADMIN', 'DJ']],
  ['/dj-dashboard', ['DJ', 'ADMIN']],
  ['/admin', ['ADMIN']],
  ['/moderator', ['MODERATOR', 'ADMIN']],
  ['/profile', [...ROLES]],
  ['/settings', [...ROLES]],
  ['/notifications', [...ROLES]],
  ['/broadcast-history', ['DJ', 'ADMIN', 'MODERATOR']],
  ['/analytics', ['DJ', 'ADMIN', 'MODERATOR']],
  ['/library', ['DJ', 'ADMIN', 'MODERATOR']],
  ['/announcements/create', ['DJ', 'MODERATOR', 'ADMIN']],
  ['/announcements/edit/:id', ['DJ', 'MODERATOR', 'ADMIN']],
]

function admissionOf(path: string) {
  const route = PAGE_ROUTES.find((candidate) => candidate.path === path)
  if (!route?.admit) throw new Error(`${path} is not guarded`)
  return route.admit
}

describe('guarded routes', () => {
  test('[SH3] nothing is decided while nobody knows who is signed in', () => {
    expect(decide({ state: 'loading' }, ['ADMIN'])).toEqual({ kind: 'wait' })
    expect(decide({ state: 'loading' }, 'visitors')).toEqual({ kind: 'wait' })
  })

  test('[SH93] nobody is sent to sign in because the station could not say who it is', () => {
    const session = { state: 'signed-out' as const, error: 'Failed to verify authentication status.' }
    expect(decide(session, ['ADMIN'])).toEqual({ kind: 'wait' })
    expect(decide(session, 'visitors')).toEqual({ kind: 'enter' })
  })

  test.each(ADMITTED)('[SH3] %s sends visitors to sign in', (path) => {
    expect(decide({ state: 'signed-out' }, admissionOf(path))).toEqual({ kind: 'go', to: '/login' })
  })

  test.each(ADMITTED)('[SH4] %s opens to its roles and sends the others home', (path, roles) => {
    for (const role of ROLES) {
      const expected = roles.includes(role) ? { kind: 'enter' } : { kind: 'go', to: HOMES[role] }
      expect(decide(signedIn(role), admissionOf(path))).toEqual(expected)
    }
  })

  test('[SH5] sign-in, sign-up and / are for visitors: whoever is signed in goes home', () => {
    expect(decide({ state: 'signed-out' }, 'visitors')).toEqual({ kind: 'enter' })
    for (const role of ROLES)
      expect(decide(signedIn(role), 'visitors')).toEqual({ kind: 'go', to: HOMES[role] })
    expect(admissionOf('/')).toBe('visitors')
  })

  test.each([
    '/schedule',
    '/privacy-policy',
    '/terms-of-service',
    '/contact',
    '/announcements',
    '/broadcast/:id',
  ])('[SH5] %s opens to everybody', (path) => {
    expect(PAGE_ROUTES.find((route) => route.path === path)?.admit).toBeUndefined()
  })
})
