import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, openAsBlob, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { createDump } from './dump-embedded.ts'
import { startEmbedded } from './embedded.ts'
import { unpackDump } from './restore.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

const ENOUGH_MS = 60_000
const MOST_CUTS = 5

/** An embedded database whose log nobody else writes down, with a ledger in which both sides are always equal. */
async function openLedger(leastFreeBytes = 0) {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const folder = join(place.dataDir, 'embedded')
  const embedded = await startEmbedded(folder, () => undefined)
  const pool = new Pool({ ...embedded.address, user: 'postgres', database: 'postgres', max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    await embedded.close()
  }
  onTestFinished(close)
  const log = new WriteAheadLog(db, folder)
  const { dump, failures } = createDump(log, { folder, leastFreeBytes })
  await sql`CREATE TABLE given (id bigserial PRIMARY KEY, word text)`.execute(db)
  await sql`CREATE TABLE taken (id bigserial PRIMARY KEY, word text)`.execute(db)
  await sql`INSERT INTO given (word) SELECT repeat('a', 500) FROM generate_series(1, 10000)`.execute(db)
  await sql`INSERT INTO taken (word) SELECT word FROM given`.execute(db)
  const dumps = join(place.dataDir, 'dumps')
  mkdirSync(dumps)
  return { db, log, dump, failures, dumps, folder, path: join(dumps, 'one.tar.gz') }
}

/** Writes to both sides in each transaction, until it is told to stop. Gives how many rows were acknowledged by then. */
function keepWriting(db: Kysely<unknown>) {
  let isStopped = false
  let acknowledged = 0
  const write = async () => {
    for (let n = 1; !isStopped; n += 1) {
      await db.transaction().execute(async (trx) => {
        await sql`INSERT INTO given (word) VALUES ('new')`.execute(trx)
        await sql`INSERT INTO taken (word) VALUES ('new')`.execute(trx)
        await sql`UPDATE given SET word = repeat('b', 400) WHERE id % 97 = ${n % 97}`.execute(trx)
        await sql`DELETE FROM given WHERE id = ${n}`.execute(trx)
        await sql`DELETE FROM taken WHERE id = ${n}`.execute(trx)
      })
      acknowledged += 1
    }
  }
  const writing = write()
  const stop = async () => {
    isStopped = true
    await writing
  }
  onTestFinished(stop)
  return { stop, count: () => acknowledged }
}

/** Each table by itself and each index against its table; what is on the pages has a checksum that reading looks at. */
async function readWhole(folder: string) {
  const restored = await PGlite.create(folder, { extensions: { amcheck } })
  onTestFinished(() => restored.close())
  await restored.exec('CREATE EXTENSION amcheck')
  await restored.query(`
    SELECT bt_index_check(index => c.oid, heapallindexed => true)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'btree'`)
  await restored.query(`
    SELECT verify_heapam(c.oid) FROM pg_class c WHERE c.relkind = 'r' AND c.relname IN ('given', 'taken')`)
  const { rows } = await restored.query<{ given: number; taken: number; more: number }>(`
    SELECT (SELECT count(*) FROM given) AS given, (SELECT count(*) FROM taken) AS taken,
      (SELECT count(*) FROM given WHERE word = 'new' OR id > 10000) AS more`)
  return rows[0]
}

it('[OP34] a dump of a database that is written to is whole and holds what was acknowledged before, though the log is cut meanwhile', {
  timeout: ENOUGH_MS,
}, async () => {
  const { db, log, dump, path } = await openLedger()
  const writer = keepWriting(db)
  while (writer.count() < 20) await new Promise((resolve) => setImmediate(resolve))
  const before = writer.count()
  const dumped = dump(path)
  let isDumped = false
  const cutting = dumped.finally(() => {
    isDumped = true
  })
  let cuts = 0
  for (; !isDumped && cuts < MOST_CUTS; cuts += 1) await log.checkpoint()
  await cutting
  await writer.stop()
  const folder = join(path, '../restored')
  await unpackDump(path, folder)
  const restored = await readWhole(folder)
  expect(cuts).toBeGreaterThan(1)
  expect(restored?.given).toBe(restored?.taken)
  expect(restored?.more).toBeGreaterThanOrEqual(before)
})

it('[OP34] a dump is what PGlite itself and tar can read, and nobody else', {
  timeout: ENOUGH_MS,
}, async () => {
  const { dump, path, folder } = await openLedger()
  await dump(path)
  const names = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n')
  expect(names).toContain('/backup_label')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(existsSync(join(folder, 'dump-log'))).toBe(false)
  const loaded = await PGlite.create({ loadDataDir: await openAsBlob(path) })
  onTestFinished(() => loaded.close())
  expect((await loaded.query('SELECT count(*) FROM taken')).rows).toEqual([{ count: 10_000 }])
})

it('[OP34] a dump carries no more of the log than was written while it was made', {
  timeout: ENOUGH_MS,
}, async () => {
  const { db, dump, path, log } = await openLedger()
  await sql`INSERT INTO given (word) SELECT repeat('c', 500) FROM generate_series(1, 20000)`.execute(db)
  expect(await log.sizeBytes()).toBeGreaterThan(20e6)
  await dump(path)
  const names = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n')
  expect(names.filter((name) => /pg_wal\/[0-9A-F]{24}$/.test(name)).length).toBeLessThanOrEqual(2)
})

it('[OP35] a dump that finds too little room, or is given up, leaves nothing behind, and the next one is made', {
  timeout: ENOUGH_MS,
}, async () => {
  const { dump, log, failures, dumps, path, folder } = await openLedger()
  const scarce = createDump(log, { folder, leastFreeBytes: Number.POSITIVE_INFINITY })
  await expect(scarce.dump(path)).rejects.toThrow('The disk is nearly full')
  expect(scarce.failures()).toBe(1)
  const given = new AbortController()
  const dumping = dump(path, given.signal)
  while (!existsSync(`${path}.part`)) await new Promise((resolve) => setImmediate(resolve))
  given.abort()
  await expect(dumping).rejects.toThrow('aborted')
  expect(failures()).toBe(0)
  expect(readdirSync(dumps)).toEqual([])
  expect(readdirSync(folder)).not.toContain('dump-log')
  await dump(path)
  expect(readdirSync(dumps)).toEqual(['one.tar.gz'])
})
