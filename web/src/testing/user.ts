import type { User } from '@carillon/contract/auth/schemas'

/** An account; say only what the test is about. */
export function aUser(given: Partial<User> = {}): User {
  return {
    id: 7,
    email: 'ana@campus.example',
    role: 'LISTENER',
    firstname: 'Ana',
    lastname: 'Cruz',
    name: 'Ana Cruz',
    birthdate: '2004-01-01',
    gender: '',
    verified: true,
    banned: false,
    bannedUntil: null,
    banReason: null,
    notifyBroadcastStart: true,
    notifyBroadcastReminders: true,
    notifyNewSchedule: false,
    notifySystemUpdates: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    totp: false,
    ...given,
  }
}
