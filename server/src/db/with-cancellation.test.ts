import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmpty } from '../../tests/support/database.ts'
import { ENGINES } from '../../tests/support/show.ts'
import type { Database } from './connect.ts'
import { CallerLeft, withCancellation } from './with-cancellation.ts'

describe.each(ENGINES)('asking for somebody who may leave, on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openEmpty(engine)
  })
  afterAll(() => database.close())

  const canCancel = engine === 'postgres'
  const ask = (signal: AbortSignal, query = sql`SELECT 1 AS one`) =>
    withCancellation(database.tables<object>(), { signal, canCancel }, (db) => query.execute(db))

  it('[AN19] gives what was asked for', async () => {
    expect((await ask(new AbortController().signal)).rows).toEqual([{ one: 1 }])
  })

  it('[AN19] a failure of a query that is wanted is told as it is', async () => {
    await expect(ask(new AbortController().signal, sql`SELECT nonsense`)).rejects.toThrow('nonsense')
  })

  it('[AN19] asks nothing for who is gone, and the connection serves the next', async () => {
    await expect(ask(AbortSignal.abort())).rejects.toThrow(CallerLeft)
    expect((await ask(new AbortController().signal)).rows).toEqual([{ one: 1 }])
  })

  // The embedded database has one connection, which nobody can break in on.
  if (canCancel)
    it('[AN19] breaks off what runs for who leaves, and nothing that runs after it', async () => {
      for (let round = 0; round < 20; round++) {
        const controller = new AbortController()
        const asked = ask(controller.signal, sql`SELECT pg_sleep(600)`)
        setTimeout(() => controller.abort(), round)
        await expect(asked).rejects.toThrow(CallerLeft)
        const after = Array.from({ length: 10 }, () => sql`SELECT pg_sleep(0.002)`.execute(database.tables()))
        expect(await Promise.all(after)).toHaveLength(10)
      }
    })
})
