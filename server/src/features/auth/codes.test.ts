import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { createSemaphore } from '../../kernel/semaphore.ts'
import { hashCode, isCode, newCode, readCode } from './code.ts'
import { deleteExpiredCodes, replaceCode, takeTry } from './code-store.ts'
import type { Db } from './store.ts'
import { activitiesOf, ENGINES, NOON, newUser, openDatabase } from './testing.ts'
import { verifyEmail } from './verify-email.ts'

const IN_TEN_MINUTES = new Date(NOON.getTime() + 600_000)

it('[AU30] a code has six digits, and is stored as something that is not the code', () => {
  const codes = Array.from({ length: 1000 }, newCode)
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(900)
  const stored = hashCode('012345')
  expect(JSON.stringify(stored)).not.toContain('012345')
  expect(stored).not.toEqual(hashCode('012345'))
  expect([isCode('012345', stored), isCode('012346', stored), isCode('', stored)]).toEqual([
    true,
    false,
    false,
  ])
})

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['１２３４５６', null],
  ['', null],
])('[AU30] typed as "%s", a code is %s', (text, code) => {
  expect(readCode(text)).toBe(code)
})

describe.each(ENGINES)('on the %s database', (engine) => {
  let database: Database
  let db: Db

  beforeAll(async () => {
    database = await openDatabase(engine)
    db = database.tables()
  })
  afterAll(() => database.close())

  async function giveCode(userId: number, code: string): Promise<void> {
    await replaceCode(db, { user_id: userId, ...hashCode(code), tries_left: 5, expires_at: IN_TEN_MINUTES })
  }

  it('[AU31] a thousand who guess at once get five looks at the code, and the right code then comes too late', async () => {
    const { id, email } = await newUser(db)
    await giveCode(id, '000000')
    // Nobody is refused by the semaphore here: all of them reach the database.
    const semaphore = createSemaphore({ maxAtWork: 8, maxWaiting: 1_000 })
    const guess = (code: string) => verifyEmail({ db, now: NOON, semaphore }, { email, code })
    const guesses = Array.from({ length: 1_000 }, (_, index) => guess(String(index + 1).padStart(6, '0')))
    const outcomes = await Promise.allSettled([...guesses, guess('000000')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
    const { rows } = await sql`SELECT tries_left FROM email_codes WHERE user_id = ${id}`.execute(db)
    expect(rows).toEqual([{ tries_left: 0 }])
    await expect(guess('000000')).rejects.toMatchObject({ code: 'CODE_REFUSED' })
  }, 120_000)

  it('[AU31] a try is taken by one of those who ask for it', async () => {
    const { id, email } = await newUser(db)
    await giveCode(id, '123456')
    const taken = await Promise.all(Array.from({ length: 40 }, () => takeTry(db, email, NOON)))
    expect(taken.filter(Boolean)).toHaveLength(5)
  })

  it('[AU30] a code is good for ten minutes', async () => {
    const { id, email } = await newUser(db)
    await giveCode(id, '123456')
    expect(await takeTry(db, email, IN_TEN_MINUTES)).toBeUndefined()
    expect(await takeTry(db, email, new Date(IN_TEN_MINUTES.getTime() - 1))).toMatchObject({ user_id: id })
    await deleteExpiredCodes(db, IN_TEN_MINUTES)
    expect(await takeTry(db, email, NOON)).toBeUndefined()
  })

  it('[AU43] an e-mail is verified once, however often its code is sent', async () => {
    const { id, email } = await newUser(db)
    await giveCode(id, '123456')
    const semaphore = createSemaphore({ maxAtWork: 4, maxWaiting: 4 })
    const verify = () => verifyEmail({ db, now: NOON, semaphore }, { email, code: '123456' })
    await Promise.all([verify(), verify(), verify()])
    expect(await activitiesOf(db, id)).toEqual([`EMAIL_VERIFY: ${email} verified`])
  })
})
