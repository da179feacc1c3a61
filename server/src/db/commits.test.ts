import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmpty } from '../../tests/support/database.ts'
import { ENGINES } from '../../tests/support/show.ts'
import { createSerialQueue } from '../kernel/serial-queue.ts'
import { watchCommits } from './commits.ts'
import type { Database } from './connect.ts'

describe.each(ENGINES)('calls that fail, on %s', (engine) => {
  let database: Database
  let db: Kysely<unknown>

  beforeAll(async () => {
    database = await openEmpty(engine)
    db = database.tables()
  })
  afterAll(() => database.close())

  const commit = () => db.transaction().execute((trx) => sql`SELECT 1`.execute(trx))
  const fail = () => {
    throw new Error('afterwards')
  }

  it('[HT37] a failure after the commit is told from one before it', async () => {
    const runExclusive = createSerialQueue()
    const after = watchCommits(() => runExclusive(async () => commit().then(fail)))
    const before = watchCommits(() => runExclusive(() => db.transaction().execute(async () => fail())))
    const none = watchCommits(async () => fail())
    expect(await Promise.all([after, before, none])).toMatchObject([
      { ok: false, hasCommitted: true },
      { ok: false, hasCommitted: false },
      { ok: false, hasCommitted: false },
    ])
    expect(await watchCommits(async () => 'done')).toEqual({ ok: true, value: 'done' })
  })
})
