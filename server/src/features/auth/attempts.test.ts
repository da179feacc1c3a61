import { beforeAll, describe, expect, it } from 'vitest'
import { createSlidingWindowLimiter } from '../../kernel/sliding-window-limiter.ts'
import { changePassword } from './change-password.ts'
import { askerOf, HASHING, hashPassword, type PasswordCost, verifyPassword } from './password.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { type Db, findUser } from './store.ts'
import type { UserRow } from './table.ts'
import { NOON, newUser, openDatabase } from './testing.ts'
import { asProvenOwner } from './totp/prove-owner.ts'
import { confirmTotp } from './totp/set-up.ts'

const PASSWORD = 'correct horse battery'
const CHEAP: PasswordCost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
/** More than any of the limits. */
const TIMES = 40
const clock = { now: () => NOON.getTime() }

/** Ends of calls, one after the other: their codes, or what else they failed with. */
async function endsOf(call: () => Promise<unknown>, times = TIMES): Promise<string[]> {
  const ends: string[] = []
  for (let n = 0; n < times; n++)
    ends.push(
      await call().then(
        () => 'done',
        (error: { code?: string }) => error.code ?? 'failed',
      ),
    )
  return ends
}

describe('an attempt at which nobody was wrong', () => {
  let away: Db
  let user: UserRow

  beforeAll(async () => {
    const database = await openDatabase('embedded')
    away = database.tables()
    const { id } = await newUser(away)
    user = {
      ...((await findUser(away, id)) as UserRow),
      password_hash: await hashPassword(PASSWORD, undefined, CHEAP),
    }
    await database.close()
  })

  const context = () => {
    const limiter = createSlidingWindowLimiter(clock)
    const post = { postMail: () => undefined, stationName: 'Radyo Uno', timeZone: 'Asia/Manila' }
    return { db: away, clock, limiter, passwordCost: CHEAP, ...post }
  }
  const credentials = (password: string) => ({
    email: user.email,
    password,
    remember: false,
    address: '203.0.113.1',
    device: null,
  })

  it.each([
    ['without a code', {}],
    ['with a code', { code: '123456' }],
  ])('[AU960] does not count while the database is away: a sign-in %s', async (_, code) => {
    const station = context()
    const ends = await endsOf(() => signIn(station, { ...credentials(PASSWORD), ...code }))
    expect(new Set(ends)).toEqual(new Set([(await endsOf(() => findUser(away, user.id), 1))[0]]))
  })

  it('[AU960] does not count while the database is away: a proof, a code to confirm, a link', async () => {
    const station = context()
    const proof = { userId: user.id, password: PASSWORD }
    const [fault] = await endsOf(() => findUser(away, user.id), 1)
    for (const call of [
      () => asProvenOwner(station, proof, async () => 'done'),
      () => confirmTotp(station, { userId: user.id, code: '123456' }),
      () =>
        resetPassword(station as never, station.limiter, { token: 'a', newPassword: 'b', address: '::1' }),
    ])
      expect(new Set(await endsOf(call))).toEqual(new Set([fault]))
  })

  it('[AU960] does not count when all places for password checks are taken', async () => {
    const station = context()
    const order = { user, session: { id: 1, person: { id: user.id, name: '', role: user.role } } }
    const change = () => changePassword(station, { ...order, currentPassword: 'wrong', newPassword: 'other' })
    const busy = Array.from({ length: HASHING.maxAtWork + HASHING.maxOfPerson }, () =>
      verifyPassword(PASSWORD, undefined, askerOf(user)),
    )
    expect(new Set(await endsOf(change))).toEqual(new Set(['TOO_MANY_REQUESTS']))
    await Promise.all(busy)
    expect(await endsOf(change, 6)).toEqual([...Array(5).fill('WRONG_PASSWORD'), 'TOO_MANY_ATTEMPTS'])
  })
})
