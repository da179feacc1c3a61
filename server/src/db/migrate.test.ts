import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEmpty } from '../../tests/support/database.ts'
import type { Database } from './connect.ts'
import { MigrationRefused, migrate } from './migrate.ts'

const engines = ['embedded', ...(process.env.TEST_DATABASE_URL ? (['postgres'] as const) : [])] as const

describe.each(engines)('on the %s database', (engine) => {
  let database: Database
  let folder: string

  beforeAll(async () => {
    database = await openEmpty(engine)
  })
  afterAll(() => database.close())

  beforeEach(async () => {
    await sql`DROP SCHEMA public CASCADE`.execute(database.tables())
    await sql`CREATE SCHEMA public`.execute(database.tables())
    folder = mkdtempSync(join(tmpdir(), 'carillon-migrations-'))
    return () => rmSync(folder, { recursive: true })
  })

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const tables = async () => {
    const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' ORDER BY 1`.execute(database.tables())
    return rows.map(({ name }) => name)
  }

  it('[OP4] files are applied in order, once', async () => {
    write('0002-b.sql', 'CREATE TABLE b (id int REFERENCES a (id));')
    write('0001-a.sql', 'CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1);')
    expect(await migrate(database, folder)).toEqual(['0001-a.sql', '0002-b.sql'])
    expect(await migrate(database, folder)).toEqual([])
    expect(await tables()).toEqual(['a', 'b', 'migrations'])
  })

  it('[OP4] a file that fails leaves nothing of itself, and what came before stays', async () => {
    write('0001-a.sql', 'CREATE TABLE a (id int);')
    write('0002-b.sql', 'CREATE TABLE b (id int); SELECT nonsense;')
    await expect(migrate(database, folder)).rejects.toThrow('nonsense')
    expect(await tables()).toEqual(['a', 'migrations'])
    write('0002-b.sql', 'CREATE TABLE b (id int);')
    expect(await migrate(database, folder)).toEqual(['0002-b.sql'])
  })

  it('[OP4] a file that was changed after it was applied is refused, other line ends are no change', async () => {
    write('0001-a.sql', 'CREATE TABLE a (\nid int);')
    await migrate(database, folder)
    write('0001-a.sql', 'CREATE TABLE a (\r\nid int);')
    expect(await migrate(database, folder)).toEqual([])
    write('0001-a.sql', 'CREATE TABLE a (id bigint);')
    await expect(migrate(database, folder)).rejects.toThrow('0001-a.sql was changed after it was applied')
  })

  it('[OP11] a user who may not create tables is said in one line, and what to do', async () => {
    write('0001-a.sql', `DO 'BEGIN RAISE insufficient_privilege; END'`)
    const refused = migrate(database, folder)
    await expect(refused).rejects.toBeInstanceOf(MigrationRefused)
    await expect(refused).rejects.toThrow('let it own the database')
  })

  it('[OP4] a database that is newer than the program is refused', async () => {
    write('0001-a.sql', 'CREATE TABLE a (id int);')
    write('0002-b.sql', 'CREATE TABLE b (id int);')
    await migrate(database, folder)
    rmSync(join(folder, '0002-b.sql'))
    await expect(migrate(database, folder)).rejects.toThrow('newer than this program: it has 0002-b.sql')
  })

  it('[OP4] a file that would come before what is applied is refused', async () => {
    write('0002-b.sql', 'CREATE TABLE b (id int);')
    await migrate(database, folder)
    write('0001-a.sql', 'CREATE TABLE a (id int);')
    await expect(migrate(database, folder)).rejects.toThrow('0001-a.sql comes before 0002-b.sql')
  })

  it('[OP4] instances that start together apply each file once', async () => {
    write('0001-a.sql', 'CREATE TABLE a (id int);')
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database, folder)))
    expect(applied.flat()).toEqual(['0001-a.sql'])
  })
})
