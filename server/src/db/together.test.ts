import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { expect, it } from 'vitest'
import { Undecided } from '../kernel/undecided.ts'
import { LAST, sendTogether } from './together.ts'

const BROKEN = new Error('Connection terminated unexpectedly')
/** As PostgreSQL tells of it. */
const REFUSED = Object.assign(new Error('duplicate key'), { severity: 'ERROR', code: '23505' })

/** A connection that keeps what is asked until it is told to answer. */
async function open(isLocal = false) {
  const asked: { sql: string; answer: PromiseWithResolvers<unknown> }[] = []
  const client = {
    query(sql: string) {
      const answer = Promise.withResolvers<unknown>()
      asked.push({ sql, answer })
      return answer.promise
    },
    release: () => undefined,
  } as unknown as PostgresPoolClient
  const pool: PostgresPool = { connect: async () => client, end: async () => undefined }
  const connection = await sendTogether(pool, { isLocal }).connect()
  const ask = (sql: string) => connection.query(sql, [])
  const sent = () => asked.map(({ sql }) => sql)
  const answer = (at: number, result: unknown = { rows: [] }) => asked[at]?.answer.resolve(result)
  const fail = (at: number, error: Error) => asked[at]?.answer.reject(error)
  return { ask, sent, answer, fail }
}

it('[OP632] a transaction begins with its first statement, when that only reads', async () => {
  const { ask, sent, answer } = await open()
  await ask('begin')
  expect(sent()).toEqual([])
  const row = ask('SELECT 1')
  expect(sent()).toEqual(['begin', 'SELECT 1'])
  answer(0)
  answer(1, { rows: [1] })
  expect(await row).toEqual({ rows: [1] })
})

it('[OP632] what writes waits until the transaction has begun', async () => {
  const { ask, sent, answer } = await open()
  await ask('begin')
  const done = ask('UPDATE users SET id = 1')
  expect(sent()).toEqual(['begin'])
  answer(0)
  await Promise.resolve()
  answer(1)
  await expect.poll(sent).toEqual(['begin', 'UPDATE users SET id = 1'])
  answer(1)
  await done
})

it('[OP632] a transaction in which nothing was asked is not begun', async () => {
  const { ask, sent } = await open()
  await ask('begin')
  await ask('rollback')
  await ask('begin')
  await ask('commit')
  expect(sent()).toEqual([])
})

it('[OP632] the commit goes with the last statement', async () => {
  const { ask, sent, answer } = await open()
  const stored = ask(`${LAST} INSERT INTO songs`)
  expect(sent()).toEqual([`${LAST} INSERT INTO songs`, 'commit'])
  answer(0)
  answer(1)
  await stored
  await ask('commit')
  expect(sent()).toHaveLength(2)
})

it('[OP632] a last statement that is refused is rolled back', async () => {
  const { ask, sent, answer, fail } = await open()
  const stored = ask(`${LAST} INSERT INTO songs`)
  fail(0, REFUSED)
  answer(1)
  await expect(stored).rejects.toBe(REFUSED)
  await ask('rollback')
  expect(sent()).toHaveLength(2)
})

it('[OP632] a last statement whose answer is lost may have been committed: nobody says it was undone', async () => {
  const { ask, fail } = await open()
  const stored = ask(`${LAST} INSERT INTO songs`)
  fail(0, BROKEN)
  fail(1, BROKEN)
  await expect(stored).rejects.toBeInstanceOf(Undecided)
  await ask('rollback')
})

it('[OP861] an only statement goes without begin and commit where the connection cannot get lost', async () => {
  const { ask, sent, answer } = await open(true)
  await ask('begin')
  const stored = ask(`${LAST} INSERT INTO songs`)
  answer(0)
  await stored
  await ask('commit')
  expect(sent()).toEqual([`${LAST} INSERT INTO songs`])
})

it('[OP861] where it can, begin finds out first whether anybody is there', async () => {
  const { ask, sent, fail } = await open()
  await ask('begin')
  const stored = ask(`${LAST} INSERT INTO songs`)
  expect(sent()).toEqual(['begin'])
  fail(0, BROKEN)
  await expect(stored).rejects.toBe(BROKEN)
})

it('[OP861] an only statement that is refused needs no rollback, and one whose answer is lost is undecided', async () => {
  for (const [error, expected] of [
    [REFUSED, 'duplicate key'],
    [BROKEN, 'The database did not say whether it committed'],
  ] as const) {
    const { ask, sent, fail } = await open(true)
    await ask('begin')
    const stored = ask(`${LAST} INSERT INTO songs`)
    fail(0, error)
    await expect(stored).rejects.toThrow(expected)
    await ask('rollback')
    expect(sent()).toHaveLength(1)
  }
})
