import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { connect, tableNames } from './connect.ts'
import { COUNTER } from './statement-tables.ts'
import { TableChanges } from './table-changes.ts'

async function open() {
  const place = await createPlace()
  onTestFinished(() => place.remove())
  const changes = new TableChanges()
  const database = await connect({ ...place, changes, onError: () => undefined })
  onTestFinished(() => database.close())
  changes.know(await tableNames(database))
  const published: (readonly string[])[] = []
  changes.onChange((tables) => published.push(tables))
  const db = database.tables()
  const write = (trx = db) => sql`UPDATE broadcasts SET title = title WHERE id = ${0}`.execute(trx)
  return { db, changes, published, write }
}

it('[HT61] a statement changes its tables once it is done', async () => {
  const { published, write } = await open()
  await write()
  expect(published).toEqual([['broadcasts']])
})

it('[HT61] a transaction changes them with its commit, and not when it is rolled back', async () => {
  const { db, published, write } = await open()
  await db.transaction().execute(async (trx) => {
    await write(trx)
    await sql`DELETE FROM poll_votes WHERE poll_id = ${0}`.execute(trx)
    expect(published).toEqual([])
  })
  expect(published).toEqual([['broadcasts', 'poll_votes']])
  const failed = db.transaction().execute(async (trx) => {
    await write(trx)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(published).toHaveLength(1)
})

it('[HT61] what only reads, locks or counts changes nothing', async () => {
  const { db, published } = await open()
  await sql`SELECT id FROM broadcasts WHERE id = ${0} FOR NO KEY UPDATE`.execute(db)
  await sql`${sql.raw(COUNTER)} UPDATE broadcasts SET peak_listeners = 0 WHERE id = ${0}`.execute(db)
  expect(published).toEqual([])
})

it('[HT61] a counter that stores something as well changes that alone', async () => {
  const { db, published } = await open()
  await sql`${sql.raw(COUNTER)} WITH counted AS (UPDATE broadcasts SET peak_listeners = 0 WHERE id = ${0})
    DELETE FROM poll_votes WHERE poll_id = ${0}`.execute(db)
  expect(published).toEqual([['poll_votes']])
})

it('[HT61] work is published what it has read, joins and common table expressions included', async () => {
  const { db, changes } = await open()
  const { tables } = await changes.watchReads(async () => {
    await sql`WITH own AS (SELECT id FROM polls) SELECT own.id FROM own JOIN users u ON u.id = own.id`.execute(
      db,
    )
  })
  expect([...tables].sort()).toEqual(['polls', 'users'])
})
