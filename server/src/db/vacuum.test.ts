import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmpty } from '../../tests/support/database.ts'
import type { Database } from './connect.ts'
import { createVacuum } from './vacuum.ts'

let database: Database
let db: Kysely<unknown>
let vacuumOne: () => Promise<string | null>
beforeAll(async () => {
  database = await openEmpty('embedded')
  db = database.tables()
  vacuumOne = createVacuum(db)
  await sql`CREATE TABLE visits (id int PRIMARY KEY, word text)`.execute(db)
})
afterAll(() => database.close())

/** Statistics are written a second later, unless requested. */
const flush = () => sql`SELECT pg_stat_force_next_flush()`.execute(db)

/** Until no table needs it: what migrations wrote was never counted either. */
async function cleanUp(): Promise<string[]> {
  const names: string[] = []
  await flush()
  for (let name = await vacuumOne(); name !== null; name = await vacuumOne()) {
    names.push(name)
    await flush()
  }
  return names
}

async function comeAndGo(): Promise<number> {
  await sql`INSERT INTO visits SELECT n, repeat('a', 100) FROM generate_series(1, 3000) AS n`.execute(db)
  await sql`DELETE FROM visits`.execute(db)
  const { rows } = await sql<{ size: number }>`SELECT pg_total_relation_size('visits') AS size`.execute(db)
  return rows[0]?.size ?? 0
}

it('[OP36] rows that come and go take no more room on the embedded database than they did at first', async () => {
  const first = await comeAndGo()
  const sizes: number[] = []
  for (let round = 0; round < 4; round += 1) {
    expect(await cleanUp()).toContain('visits')
    sizes.push(await comeAndGo())
  }
  // The maps of what is free take a few pages, once.
  expect(Math.max(...sizes)).toBeLessThan(1.5 * first)
})

it('[OP36] a table that nobody wrote to is left alone, and what is in one is counted', async () => {
  await sql`CREATE TABLE songs AS SELECT n FROM generate_series(1, 2000) AS n`.execute(db)
  await cleanUp()
  const { rows } = await sql<{ rows: number }>`
    SELECT reltuples AS rows FROM pg_class WHERE relname = 'songs'`.execute(db)
  expect(rows).toEqual([{ rows: 2_000 }])
  await flush()
  expect(await vacuumOne()).toBeNull()
})
