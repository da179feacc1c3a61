import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { wireTo } from '@carillon/testkit/cuttable-proxy'
import { runCommand } from '@carillon/testkit/station-command'
import { expect, it, onTestFinished } from 'vitest'
import { completeRestore } from '../src/backup/complete-restore.ts'
import { backupOf, emptyPlace, folder, LIMIT_MS, settingsOf, useBackups } from './support/backups.ts'
import { spawnServer } from './support/process.ts'
import { rowsOf } from './support/rows.ts'
import { signIn, startStation } from './support/station.ts'

useBackups()

const PRELOAD = { NODE_OPTIONS: `--import ${new URL('./support/kill-at-move-process.ts', import.meta.url)}` }

/** Kills a command before its move of this number. */
function killedAt(move: number): Record<string, string> {
  return { ...PRELOAD, KILL_AT: `${move}`, IS_MOVING: 'no' }
}

/** Has a command copy its data folder before each of its moves: what it would leave if it were killed there. */
function copiedBeforeEach(snapshots: string): Record<string, string> {
  return { ...PRELOAD, SNAPSHOTS: snapshots, IS_MOVING: 'yes' }
}

// Slow: a program is started for each of the moments.
it('[OP25] a restore that is killed at any of its moves is completed by the next one, and no station starts between', {
  timeout: LIMIT_MS,
}, async () => {
  const { backup, dj } = await backupOf('embedded')
  const begun = folder()
  const old = ['embedded/database/old', 'uploads/old.png', 'recordings/shows/7.ogg', 'recordings/8.ogg']
  for (const path of old) {
    mkdirSync(join(begun, path, '..'), { recursive: true })
    writeFileSync(join(begun, path), path)
  }
  const first = { DATA_DIR: begun, ...killedAt(1) }
  expect((await runCommand('restore', [backup, '--replace'], first)).code).toBeNull()
  for (const path of old) expect(readFileSync(join(begun, path), 'utf8')).toBe(path)
  const refused = spawnServer({ DATA_DIR: begun })
  expect(await refused.ended).toMatchObject({ code: 1 })
  expect(refused.output()).toMatch(
    /^The restore of .* was interrupted .* Run `npm run restore` with the same/,
  )

  const snapshots = folder()
  const whole = { DATA_DIR: begun, ...copiedBeforeEach(snapshots) }
  const interrupted = join(folder(), 'data')
  cpSync(begun, interrupted, { recursive: true })
  expect((await runCommand('restore', [], whole)).code).toBe(0)

  const taken = await runCommand('backup', [folder()], { DATA_DIR: interrupted })
  expect(taken.errors).toMatch(/^The restore of .* was interrupted/)
  const completed = await runCommand('restore', [backup], { DATA_DIR: interrupted })
  expect(completed).toMatchObject({ code: 0, errors: '' })
  expect(completed.output).toMatch(/ was interrupted\. It is complete now\.\nWhat was there before is in /)
  expect(completed.output).toMatch(/\nIt took [\d.]+ s\.$/)

  const moves = (await readdir(snapshots)).map((name) => join(snapshots, name))
  // Each old name, each new one, the database and the end.
  expect(moves.length).toBeGreaterThan(6)
  for (const dataDir of moves) await completeRestore({ databaseUrl: null, dataDir, now: new Date() })
  for (const dataDir of [begun, interrupted, ...moves]) {
    expect(existsSync(join(dataDir, 'restoring.json'))).toBe(false)
    for (const kind of ['uploads', 'recordings']) {
      const names = (await readdir(join(dataDir, kind))).filter((name) => !name.startsWith('.'))
      expect(names).toEqual(await readdir(join(backup, kind)))
    }
    expect(existsSync(join(dataDir, 'embedded', 'database', 'PG_VERSION'))).toBe(true)
    const kept = old.map((path) => path.replace(/.*\//, ''))
    const all = await readdir(dataDir, { recursive: true })
    for (const name of kept) expect(all.filter((path) => path.endsWith(`/${name}`))).toHaveLength(1)
  }
  const station = await startStation({
    place: { dataDir: interrupted, databaseUrl: null, remove: async () => {} },
  })
  onTestFinished(() => station.stop())
  await signIn(station, dj.email, dj.password)
})

// Slow: a station is backed up, restored and started.
it('[OP25] a dump that is put in place goes on in the same way', { timeout: LIMIT_MS }, async () => {
  const { backup } = await backupOf('embedded')
  const dataDir = folder()
  mkdirSync(join(dataDir, 'embedded', 'database'), { recursive: true })
  writeFileSync(join(dataDir, 'embedded', 'database', 'old'), 'old')
  // After the old database has gone, before the new one has come: a start would have made an empty station.
  const dump = join(backup, 'database.tar.gz')
  const killed = await runCommand('restore', [dump], { DATA_DIR: dataDir, ...killedAt(2) })
  expect(killed.code).toBeNull()
  expect(existsSync(join(dataDir, 'embedded', 'database'))).toBe(false)
  expect(await spawnServer({ DATA_DIR: dataDir }).ended).toMatchObject({ code: 1 })
  expect(existsSync(join(dataDir, 'embedded', 'database'))).toBe(false)
  for (const [command, ...whose] of [['demo'], ['totp-off', 'you@example.edu']] as const)
    expect(await runCommand(command, whose, { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The restore of .* was interrupted/),
    })
  expect(existsSync(join(dataDir, 'embedded', 'database'))).toBe(false)
  const examined = await runCommand('doctor', [], { DATA_DIR: dataDir, PORT: '0' })
  expect(examined.code).toBe(1)
  expect(examined.output).toMatch(
    /^FAIL database +The restore of .* was interrupted .* Run `npm run restore`/m,
  )
  expect(await runCommand('restore', [], { DATA_DIR: dataDir })).toMatchObject({ code: 0, errors: '' })
  expect(existsSync(join(dataDir, 'embedded', 'database', 'PG_VERSION'))).toBe(true)
  const again = await runCommand('restore', [dump], { DATA_DIR: dataDir })
  expect(again.output).toMatch(/ is restored in [\d.]+ s\. What was there before is in /)
})

if (process.env.TEST_DATABASE_URL)
  it.each([
    ['before the database gets its place', 1],
    ['after it', 3],
  ])(
    '[OP25] a restore into a PostgreSQL that is killed %s is completed by the next one',
    {
      timeout: LIMIT_MS,
    },
    async (_, move) => {
      const { backup, place: filled } = await backupOf('postgres')
      const rows = await rowsOf(filled)
      const target = await emptyPlace('postgres')
      for (const kind of ['uploads', 'recordings']) mkdirSync(join(target.dataDir, kind), { recursive: true })
      const killed = await runCommand('restore', [backup], { ...settingsOf(target), ...killedAt(move) })
      expect(killed.code).toBeNull()
      expect(existsSync(join(target.dataDir, 'restoring.json'))).toBe(true)
      const unset = await runCommand('restore', [], { DATA_DIR: target.dataDir })
      expect(unset.errors).toMatch(/set its DATABASE_URL/)
      expect(await runCommand('restore', [], settingsOf(target))).toMatchObject({ code: 0, errors: '' })
      expect(await rowsOf(target)).toEqual(rows)
      expect(existsSync(join(target.dataDir, 'restoring.json'))).toBe(false)
    },
  )

if (process.env.TEST_DATABASE_URL)
  it('[OP26] a restore into a PostgreSQL that is lost while it answers stays begun, and is completed', {
    timeout: LIMIT_MS,
  }, async () => {
    const { backup, place: filled } = await backupOf('postgres')
    const rows = await rowsOf(filled)
    const target = await emptyPlace('postgres')
    const wire = await wireTo(String(target.databaseUrl))
    onTestFinished(wire.close)
    // What is restored got its place, and the answer to that never comes.
    wire.cutAtAnswerOf(/commit/i, 'ALTER SCHEMA "being_restored"')
    const through = { DATA_DIR: target.dataDir, DATABASE_URL: wire.url }
    const lost = await runCommand('restore', [backup], through)
    expect(lost).toMatchObject({ code: 1, output: '' })
    expect(lost.errors).toMatch(/^The restore of .* was interrupted .* Run `npm run restore`/)
    expect(await rowsOf(target)).toEqual(rows)
    expect(await runCommand('restore', [], settingsOf(target))).toMatchObject({ code: 0, errors: '' })
    expect(await rowsOf(target)).toEqual(rows)
    for (const kind of ['uploads', 'recordings'])
      expect(await readdir(join(target.dataDir, kind))).toEqual(await readdir(join(backup, kind)))
  })
