import { expect, it } from 'vitest'
import { AppError } from '../kernel/app-error.ts'
import { sessionOf, tokensOf } from './session.ts'

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

it.each([
  ['a bearer header counts before any cookie', { authorization: 'Bearer a', cookie: 'token=b' }, ['a']],
  ['the plain name is taken', { cookie: 'x=y; token=b' }, ['b']],
  ['the name that nobody else can set counts alone', { cookie: 'token=b; __Host-token=c; token=d' }, ['c']],
  [
    'of several, one for a longer path comes first and counts last',
    { cookie: 'token=b; token=d' },
    ['d', 'b'],
  ],
  [
    'of many, the last eight are looked at',
    { cookie: Array.from({ length: 10 }, (_, at) => `token=${at + 1}`).join('; ') },
    Array.from({ length: 8 }, (_, at) => `${10 - at}`),
  ],
  ['a longer value is no token', { cookie: `token=b; token=${'x'.repeat(300)}` }, ['b']],
])('[SE10] %s', (_, headers, tokens) => {
  expect(tokensOf(headers)).toEqual(tokens)
})

it('[SE10] a planted cookie that has no session signs nobody out', async () => {
  const authenticate = async (token: string) =>
    token === 'own' ? { id: 1, person: { id: 1, name: 'Ana', role: 'LISTENER' as const } } : null
  const accounts = { authenticate, translate: () => null }
  for (const cookie of ['token=planted; token=own', 'token=own; token=planted'])
    expect(await sessionOf({ headers: { cookie }, method: 'GET', access: 'public' }, accounts)).toMatchObject(
      { id: 1 },
    )
})
