import { expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { sessionOf } from './session.ts'

const away = {
  authenticate: async () => {
    throw new RangeError('away')
  },
  translate: (error: unknown) => (error instanceof RangeError ? new AppError('DATABASE_AWAY') : null),
}
const headers = { authorization: 'Bearer abc' }

it('[OP7] while the database is away, who is signed in reads what is public as a visitor', async () => {
  expect(await sessionOf({ headers, method: 'GET', access: 'public' }, away)).toBeNull()
})

it.each([
  ['a public write', { method: 'POST', access: 'public' } as const],
  ['what asks for a session', { method: 'GET', access: 'signed-in' } as const],
])('[OP7] while the database is away, %s is refused', async (_name, asked) => {
  await expect(sessionOf({ headers, ...asked }, away)).rejects.toThrow('away')
})

it('[HT3] any other fault while asking who it is stays a fault', async () => {
  const broken = { ...away, translate: () => null }
  await expect(sessionOf({ headers, method: 'GET', access: 'public' }, broken)).rejects.toThrow('away')
})
