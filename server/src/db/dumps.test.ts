import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { connect } from './connect.ts'
import { dumpFolder, dumpOnce } from './dumps.ts'
import { restoreDump } from './restore.ts'

it('[OP5] the newest eight dumps are kept', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-dumps-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  let nowMs = Date.parse('2026-11-20T04:00:00Z')
  const clock = { now: () => nowMs }
  const dump = async (path: string) => writeFileSync(path, 'dump')
  for (let n = 0; n < 10; n++) {
    await dumpOnce({ dump, dataDir, clock, onError: () => undefined })
    nowMs += 15 * 60_000
  }
  const kept = readdirSync(dumpFolder(dataDir)).sort()
  expect(kept).toHaveLength(8)
  expect([kept[0], kept[7]]).toEqual(['20261120T043000Z.tar.gz', '20261120T061500Z.tar.gz'])
})

it('[OP5] a dump restores what was stored, also after an attempt that broke off; what it replaces is kept aside', {
  timeout: 60_000,
}, async () => {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const { dataDir } = place
  const open = () => connect({ ...place, onError: () => undefined })
  const titles = async (database: Awaited<ReturnType<typeof open>>) =>
    (await sql<{ word: string }>`SELECT word FROM kept ORDER BY 1`.execute(database.tables())).rows

  const before = await open()
  await sql`CREATE TABLE kept (word text)`.execute(before.tables())
  await sql`INSERT INTO kept VALUES ('dumped')`.execute(before.tables())
  const dump = before.dump ?? expect.fail('no dump')
  const path = await dumpOnce({ dump, dataDir, clock: { now: () => 0 }, onError: () => undefined })
  await sql`INSERT INTO kept VALUES ('later')`.execute(before.tables())
  await before.close()

  const leftover = join(dataDir, 'embedded/database.restored')
  mkdirSync(leftover)
  writeFileSync(join(leftover, 'PG_VERSION'), '17')
  const aside = await restoreDump(dataDir, path)
  const after = await open()
  expect(await titles(after)).toEqual([{ word: 'dumped' }])
  await sql`INSERT INTO kept VALUES ('goes on')`.execute(after.tables())
  await after.close()
  expect(existsSync(aside)).toBe(true)
})
