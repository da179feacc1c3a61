import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { connect } from './connect.ts'
import { databaseFault } from './failures.ts'

/** An embedded database whose one connection is at work until `finish`. */
async function openBusy() {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const database = await connect({ ...place, onError: () => undefined })
  onTestFinished(() => database.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = database
    .tables()
    .transaction()
    .execute(async () => {
      begun.resolve()
      await held.promise
    })
  await begun.promise
  const finish = async () => {
    held.resolve()
    await work
  }
  onTestFinished(finish)
  /** Resolves when the call stands in the line, a moment after it was made. */
  const ask = async () => {
    const answer = sql<{ answer: number }>`SELECT 42 AS answer`.execute(database.tables())
    const outcome = answer.then(({ rows }) => rows, databaseFault)
    while (database.pool().waiting === 0) await new Promise((resolve) => setImmediate(resolve))
    return { outcome }
  }
  return { ask, finish }
}

it('[OP7] whoever stands in the line of the embedded database for long gets an answer: it is not away', async () => {
  const { ask, finish } = await openBusy()
  const { outcome } = await ask()
  vi.advanceTimersByTime(30_000)
  await finish()
  expect(await outcome).toEqual([{ answer: 42 }])
})

it('[OP7] an embedded database that hangs is away in the end, and nobody waits for ever', async () => {
  const { ask } = await openBusy()
  const { outcome } = await ask()
  vi.advanceTimersByTime(60_000)
  expect(await outcome).toBe('AWAY')
})

it('[OP52] the embedded database parses a statement with values once, and keeps a bounded number of them', async () => {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const database = await connect({ ...place, onError: () => undefined })
  onTestFinished(() => database.close())
  const db = database.tables()
  const prepared = async () => {
    const { rows } = await sql<{ count: number; uses: number }>`
      SELECT count(*) AS count, coalesce(max(custom_plans + generic_plans), 0) AS uses FROM pg_prepared_statements`.execute(
      db,
    )
    return rows[0]
  }
  for (const value of [1, 2, 3]) await sql`SELECT ${value}::integer AS answer`.execute(db)
  expect(await prepared()).toEqual({ count: 1, uses: 3 })
  for (let number = 0; number < 450; number += 1)
    await sql`SELECT ${number}::integer AS ${sql.id(`answer_${number}`)}`.execute(db)
  expect((await prepared())?.count).toBe(400)
})
