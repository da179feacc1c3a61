import { type SilentProxy, startSilentProxy } from '@carillon/testkit/silent-proxy'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { Undecided } from '../kernel/undecided.ts'
import { connect, type Database } from './connect.ts'
import { databaseFault } from './failures.ts'
import { CALL_LIMITS } from './limited-pool.ts'

type Opened = { database: Database; proxy: SilentProxy; errors: Error[] }

/** A database with a table, and a pool that reaches it through a proxy; the table is made without limits. */
async function open(limits = CALL_LIMITS): Promise<Opened> {
  const place = await createPlace('postgres')
  onTestFinished(() => place.remove())
  const client = new Client({ connectionString: place.databaseUrl ?? '' })
  await client.connect()
  await client.query('CREATE TABLE kept (id integer PRIMARY KEY)')
  await client.end()
  const url = new URL(place.databaseUrl ?? '')
  const proxy = await startSilentProxy(Number(url.port))
  onTestFinished(() => proxy.close())
  url.host = `127.0.0.1:${proxy.port}`
  const errors: Error[] = []
  const onError = (error: Error) => void errors.push(error)
  const database = await connect({ ...place, databaseUrl: url.href, limits, onError })
  onTestFinished(() => database.close())
  return { database, proxy, errors }
}

const ask = ({ database }: Opened) => sql<{ answer: number }>`SELECT 42 AS answer`.execute(database.tables())
const faultOf = (answer: Promise<unknown>) => answer.then(() => 'answered', databaseFault)

/** All connections there can be, at rest. */
async function fill(opened: Opened): Promise<void> {
  await Promise.all(
    Array.from({ length: 10 }, () => sql`SELECT pg_sleep(0.05)`.execute(opened.database.tables())),
  )
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('a PostgreSQL whose connections fall silent', () => {
  // Slow: a connection is silent after 8 s without an answer.
  it('[OP40] is asked on other connections: all of the old ones are given up at the first that is found', async () => {
    const opened = await open()
    await fill(opened)
    opened.proxy.hush()
    expect(await faultOf(ask(opened))).toBe('AWAY')
    // Nine were at rest. One after the other they would take nine times as long; a single one is the news.
    expect(
      (await Promise.all(Array.from({ length: 10 }, () => ask(opened)))).map(({ rows }) => rows),
    ).toEqual(Array.from({ length: 10 }, () => [{ answer: 42 }]))
    expect(opened.errors.map(({ name }) => name)).toEqual(['ConnectionSilent'])
  })

  // Slow: a connection is silent after 8 s without an answer.
  it('[OP40] fails every call that was under way, and answers those that come then', async () => {
    const opened = await open()
    await fill(opened)
    opened.proxy.hush()
    const failed = await Promise.all(Array.from({ length: 10 }, () => faultOf(ask(opened))))
    expect(new Set(failed)).toEqual(new Set(['AWAY']))
    expect(await faultOf(ask(opened))).toBe('answered')
  })

  // Slow: a connection is silent after 8 s without an answer.
  it('[OP41] lets go of the locks of what it had begun', async () => {
    const opened = await open()
    const db = opened.database.tables()
    await sql`INSERT INTO kept VALUES (1)`.execute(db)
    const begun = db.transaction().execute(async (trx) => {
      await sql`SELECT id FROM kept FOR UPDATE`.execute(trx)
      opened.proxy.hush()
      await sql`SELECT 1`.execute(trx)
    })
    expect(await faultOf(begun)).toBe('AWAY')
    const lock = () => faultOf(sql`SELECT id FROM kept FOR UPDATE`.execute(db))
    await expect.poll(lock).toBe('answered')
  })

  // Slow: a connection is silent after 8 s without an answer.
  it('[OP42] at the end of a transaction leaves open whether it was done', async () => {
    const opened = await open()
    const silent = opened.database
      .tables()
      .transaction()
      .execute(async (trx) => {
        await sql`INSERT INTO kept VALUES (1)`.execute(trx)
        opened.proxy.hush()
      })
    await expect(silent).rejects.toThrow(Undecided)
  })

  it('[OP42] a transaction that the database refuses is not done, and says why', async () => {
    const { database } = await open()
    const db = database.tables()
    await sql`ALTER TABLE kept ADD CONSTRAINT kept_once UNIQUE (id) DEFERRABLE INITIALLY DEFERRED`.execute(db)
    await sql`ALTER TABLE kept DROP CONSTRAINT kept_pkey`.execute(db)
    const refused = db.transaction().execute((trx) => sql`INSERT INTO kept VALUES (1), (1)`.execute(trx))
    await expect(refused).rejects.toMatchObject({ code: '23505' })
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('a PostgreSQL that is slow', () => {
  it('[OP41] ends a statement that takes too long, and keeps its connection', async () => {
    const opened = await open({ ...CALL_LIMITS, statementMs: 200, silentMs: 60_000 })
    const fault = () => faultOf(ask(opened))
    // Any statement may take 200 ms for once.
    await expect.poll(fault).toBe('answered')
    const accepted = opened.proxy.accepted
    expect(await faultOf(sql`SELECT pg_sleep(600)`.execute(opened.database.tables()))).toBe('AWAY')
    await expect.poll(fault).toBe('answered')
    expect([opened.proxy.accepted, opened.errors]).toEqual([accepted, []])
  })

  it('[OP41] may take any time where nobody has set a limit', async () => {
    const place = await createPlace('postgres')
    onTestFinished(() => place.remove())
    const database = await connect({ ...place, onError: () => undefined })
    onTestFinished(() => database.close())
    const { rows } = await sql`SELECT current_setting('statement_timeout') AS "limit"`.execute(
      database.tables(),
    )
    expect(rows).toEqual([{ limit: '0' }])
  })
})
