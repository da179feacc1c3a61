import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { connect } from './connect.ts'
import { dumpFolder, dumpOnce, startDumps } from './dumps.ts'
import { restoreDump, unpackDump } from './restore.ts'

it('[OP5] the newest eight dumps are kept', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-dumps-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  let nowMs = Date.parse('2026-11-20T04:00:00Z')
  const clock = { now: () => nowMs }
  const dump = async (path: string) => writeFileSync(path, 'dump')
  for (let n = 0; n < 10; n++) {
    await dumpOnce({ dump, dataDir, clock })
    nowMs += 15 * 60_000
  }
  const kept = readdirSync(dumpFolder(dataDir)).sort()
  expect(kept).toHaveLength(8)
  expect([kept[0], kept[7]]).toEqual(['20261120T043000Z.tar.gz', '20261120T061500Z.tar.gz'])
})

it('[OP54] a dump stays when it is written, and those of a clock that was ahead go first', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-dumps-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  let nowMs = Date.parse('2031-01-01T00:00:00Z')
  const dump = async (path: string) => writeFileSync(path, 'dump')
  const dumpMore = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await dumpOnce({ dump, dataDir, clock: { now: () => nowMs } })
      nowMs += 15 * 60_000
    }
    return readdirSync(dumpFolder(dataDir)).sort()
  }
  await dumpMore(8)
  nowMs = Date.parse('2026-11-20T04:00:00Z')
  expect((await dumpMore(1))[0]).toBe('20261120T040000Z.tar.gz')
  const kept = await dumpMore(6)
  expect(kept[0]).toBe('20261120T040000Z.tar.gz')
  expect(kept.slice(7)).toEqual(['20310101T014500Z.tar.gz'])
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
  const path = await dumpOnce({ dump, dataDir, clock: { now: () => 0 } })
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

it('[OP35] what a killed process had begun to dump is removed at the start, and the first of several failures is reported', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-dumps-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(dumpFolder(dataDir))
  for (const name of ['20261120T040000Z.tar.gz.part', 'wanted-1.tar.gz.part', '20261120T034500Z.tar.gz'])
    writeFileSync(join(dumpFolder(dataDir), name), 'dump')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const failures = [new Error('full'), new Error('full again'), null, new Error('full later')]
  const [errors, made]: [unknown[], string[]] = [[], []]
  const dump = async (path: string) => {
    made.push(path)
    const failure = failures[made.length - 1]
    if (failure) throw failure
    writeFileSync(path, 'dump')
  }
  const clock = { now: () => 0 }
  const stop = startDumps({ dump, dataDir, clock, onError: (error) => errors.push(error) })
  vi.advanceTimersByTime(4 * 15 * 60_000)
  while (made.length < 4 || errors.length < 2) await new Promise((resolve) => setImmediate(resolve))
  await stop()
  expect(readdirSync(dumpFolder(dataDir)).sort()).toEqual([
    '19700101T000000Z.tar.gz',
    '20261120T034500Z.tar.gz',
  ])
  expect(errors).toEqual([failures[0], failures[3]])
})

it('[OP5] a dump that PGlite itself wrote, as older stations had it done, is restored as well', {
  timeout: 60_000,
}, async () => {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const older = await PGlite.create(join(place.dataDir, 'embedded/database'))
  await older.exec("CREATE TABLE kept (word text); INSERT INTO kept VALUES ('of old')")
  const path = join(place.dataDir, 'older.tar.gz')
  writeFileSync(path, new Uint8Array(await (await older.dumpDataDir('gzip')).arrayBuffer()))
  await older.close()
  const { tables } = await unpackDump(path, join(place.dataDir, 'unpacked'))
  expect(tables).toMatchObject({ kept: 1 })
})
