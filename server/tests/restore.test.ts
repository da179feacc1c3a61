import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { runCommand } from '@carillon/testkit/station-command'
import { describe, expect, it } from 'vitest'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { backupOf, copyOf, emptyPlace, folder, LIMIT_MS, settingsOf, useBackups } from './support/backups.ts'
import type { Place } from './support/database.ts'
import { rowsOf } from './support/rows.ts'
import { ENGINES } from './support/show.ts'

/** Refusal of a backup that is not whole. */
const REFUSAL = /^The backup cannot be used: .* Nothing was changed\.$/
const now = new Date('2026-01-02T03:04:05.678Z')

useBackups()

describe.each(ENGINES)('on %s', (engine) => {
  // Slow: whole programs: a station, its backup, and restores.
  it('[OP21] a restore refuses a station that runs, and one that is there unless it is to be replaced', {
    timeout: LIMIT_MS,
  }, async () => {
    const { place, station, backup } = await backupOf(engine)
    const rows = await rowsOf(place)
    const refused = await runCommand('restore', [backup], settingsOf(place))
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toMatch(/^There is a station already: it has a database, uploads, recordings\. /)
    await station.restart()
    const running = await runCommand('restore', [backup, '--replace'], settingsOf(place))
    expect(running).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('in use by process'),
    })
    await station.call(createBroadcast, { as: station.admin, body: { title: 'Made later' } })
    await station.stop()

    const replaced = await runCommand('restore', [backup, '--replace'], settingsOf(place))
    expect(replaced).toMatchObject({ code: 0, errors: '' })
    expect(replaced.output).toMatch(/What was there before is in .*uploads\.\d{8}T\d{6}Z/)
    expect(await rowsOf(place)).toEqual(rows)
  })

  it('[OP22] a damaged backup is refused and changes nothing', { timeout: LIMIT_MS }, async () => {
    const { backup } = await backupOf(engine)
    const target = await emptyPlace(engine)
    const damages: [string, (path: string) => Promise<void>][] = [
      [engine === 'embedded' ? 'database.tar.gz' : 'database.pgdump', flipOneBit],
      ['manifest.json', flipOneBit],
      ['manifest.json.sha256', async (path) => rmSync(path)],
      [
        `recordings/shows/${(await readdir(join(backup, 'recordings/shows')))[0]}`,
        (path) => truncate(path, 1_000),
      ],
      [`uploads/${(await readdir(join(backup, 'uploads')))[0]}`, async (path) => rmSync(path)],
    ]
    const untouched = { files: await readdir(target.dataDir), rows: await tablesOf(target) }
    let damaged = backup
    for (const [path, damage] of damages) {
      damaged = copyOf(backup)
      await damage(join(damaged, path))
      await expect(
        restoreBackup({ ...target, backup: damaged, isReplacing: false, now }),
        path,
      ).rejects.toThrow(REFUSAL)
    }
    const refused = await runCommand('restore', [damaged], settingsOf(target))
    expect(refused).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(REFUSAL) })
    expect({ files: await readdir(target.dataDir), rows: await tablesOf(target) }).toEqual(untouched)
  })
})

/** Tables of a place; none where no database is yet, which looking would make. */
async function tablesOf(place: Place): Promise<unknown> {
  return place.databaseUrl ? rowsOf(place) : existsSync(join(place.dataDir, 'embedded'))
}

async function flipOneBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}

it('[OP21] a restore goes into folders that are links, and puts everything back where something cannot be moved', {
  timeout: LIMIT_MS,
}, async () => {
  const { backup } = await backupOf('embedded')
  const [dataDir, disk] = [folder(), folder()]
  mkdirSync(join(disk, 'old'))
  writeFileSync(join(disk, 'old', 'image.png'), 'old')
  symlinkSync(disk, join(dataDir, 'uploads'))
  // A file stands where what was there is to be moved to: the recordings fail after the uploads were moved.
  mkdirSync(join(dataDir, 'recordings'))
  writeFileSync(join(dataDir, 'recordings', '7.ogg'), 'old')
  const timestamp = '20260102T030405Z'
  const inTheWay = join(dataDir, 'recordings', `.recordings.${timestamp}`, '7.ogg')
  mkdirSync(inTheWay, { recursive: true })
  const restore = () => restoreBackup({ databaseUrl: null, dataDir, backup, isReplacing: true, now })
  await expect(restore()).rejects.toThrow(inTheWay.slice(0, -'/7.ogg'.length))
  expect(readFileSync(join(disk, 'old', 'image.png'), 'utf8')).toBe('old')
  expect(readFileSync(join(dataDir, 'recordings', '7.ogg'), 'utf8')).toBe('old')
  expect(await readdir(disk)).toEqual(['old'])
  expect(existsSync(join(dataDir, 'embedded', 'database'))).toBe(false)

  rmSync(join(inTheWay, '..'), { recursive: true, force: true })
  // Where the database is to be moved to, something is already: the last thing fails, after all files were moved.
  const databases = [
    join(dataDir, 'embedded', 'database'),
    join(dataDir, 'embedded', `database.${now.getTime()}`),
  ]
  for (const path of databases) mkdirSync(path, { recursive: true })
  await expect(restore()).rejects.toThrow('is in the way')
  expect(readFileSync(join(disk, 'old', 'image.png'), 'utf8')).toBe('old')
  expect(readFileSync(join(dataDir, 'recordings', '7.ogg'), 'utf8')).toBe('old')
  expect(await readdir(disk)).toEqual(['old'])
  for (const path of databases) rmSync(path, { recursive: true })

  const { aside } = await restore()
  expect(aside).toEqual(['uploads', 'recordings'].map((kind) => join(dataDir, kind, `.${kind}.${timestamp}`)))
  expect(lstatSync(join(dataDir, 'uploads')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(disk, `.uploads.${timestamp}`, 'old', 'image.png'), 'utf8')).toBe('old')
  const uploads = (await readdir(disk)).filter((name) => !name.startsWith('.'))
  expect(uploads).toEqual(await readdir(join(backup, 'uploads')))
  expect(existsSync(join(dataDir, 'embedded', 'database'))).toBe(true)
})

it('[OP21] a backup of another kind of database is refused', { timeout: LIMIT_MS }, async () => {
  const { backup } = await backupOf('embedded')
  const settings = { DATA_DIR: folder(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect((await runCommand('restore', [backup], settings)).errors).toMatch(/^This is a backup of an embedded/)
})

it('[OP21] a dump of an embedded database is refused for a station on PostgreSQL', {
  timeout: LIMIT_MS,
}, async () => {
  const settings = { DATA_DIR: folder(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const refused = await runCommand('restore', ['20261120T040000Z.tar.gz'], settings)
  expect(refused).toMatchObject({ code: 1, output: '' })
  expect(refused.errors).toMatch(/^This is a dump of an embedded database: unset DATABASE_URL/)
})

it.each([
  ['of a newer program', '"schema": "[^"]+"', '"schema": "9999-later.sql"', /^A newer program/],
  ['in a later form', '"format": 1', '"format": 2', /has format 2\. Run a newer program/],
  ['that leads elsewhere', '"path": "uploads/', '"path": "../uploads/', /leads out of the/],
])('[OP22] a backup %s is refused', { timeout: LIMIT_MS }, async (_what, written, changed, reason) => {
  const copy = copyOf((await backupOf('embedded')).backup)
  const path = join(copy, 'manifest.json')
  const text = readFileSync(path, 'utf8').replace(new RegExp(written), changed)
  writeFileSync(path, text)
  writeFileSync(`${path}.sha256`, `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`)
  const place = { databaseUrl: null, dataDir: folder() }
  await expect(restoreBackup({ ...place, backup: copy, isReplacing: false, now })).rejects.toThrow(reason)
})

if (process.env.TEST_DATABASE_URL)
  it('[OP21] a restore into a PostgreSQL that is killed midway leaves the old station whole', {
    timeout: LIMIT_MS,
  }, async () => {
    const { place, backup } = await backupOf('postgres')
    const rows = await rowsOf(place)
    // A pg_restore that kills the restore when half of the tables have been made.
    const programs = folder()
    const real = execFileSync('sh', ['-c', 'command -v pg_restore'], { encoding: 'utf8' }).trim()
    const half = `n=0; "${real}" "$@" | while IFS= read -r line; do
      printf '%s\\n' "$line"
      case $line in 'CREATE TABLE'*) n=$((n + 1)); [ $n -lt 8 ] || { kill -9 $PPID; exit; } ;; esac
    done`
    writeFileSync(
      join(programs, 'pg_restore'),
      `#!/bin/sh\n[ "$1" != --version ] || exec "${real}" "$1"\n${half}\n`,
    )
    chmodSync(join(programs, 'pg_restore'), 0o755)
    const PATH = `${programs}:${process.env.PATH}`
    const killed = await runCommand('restore', [backup, '--replace'], { ...settingsOf(place), PATH })
    expect(killed).toMatchObject({ code: null, output: '', errors: '' })
    expect(await rowsOf(place)).toEqual(rows)
    const again = await runCommand('restore', [backup, '--replace'], settingsOf(place))
    expect(again).toMatchObject({ code: 0, errors: '' })
    expect(await rowsOf(place)).toEqual(rows)
  })
