import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnnouncement, IMAGE_UPLOAD_PATH } from '@carillon/contract/announcements'
import { createBroadcast, endBroadcast, liveBroadcasts, startBroadcast } from '@carillon/contract/broadcasts'
import { listMessages, postMessage } from '@carillon/contract/chat'
import { getRecording } from '@carillon/contract/recordings'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { restoreBackup } from '../../scripts/lib/backup/restore-backup.ts'
import { lockFolder } from '../src/db/lock.ts'
import { IMAGES } from '../src/features/announcements/images/testing.ts'
import { runCommand } from './support/commands.ts'
import { createPlace, type Place } from './support/database.ts'
import { spawnServer } from './support/process.ts'
import { rowsOf } from './support/rows.ts'
import { signIn, startStation, type TestStation } from './support/station.ts'
import { wireTo } from './support/wire-to.ts'

const LIMIT_MS = 120_000
const ENGINES = process.env.TEST_DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
type Engine = (typeof ENGINES)[number]

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'carillon-backups-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A place where nothing is: no database in its folder, no tables in its PostgreSQL. */
async function emptyPlace(engine: Engine): Promise<Place> {
  const place = await createPlace(engine)
  rmSync(join(place.dataDir, 'embedded'), { recursive: true, force: true })
  onTestFinished(() => place.remove())
  return place
}

function settingsOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** A station with people, a show that was on air, what was said in it, its recording, an image. */
async function fill(place: Place) {
  const station = await startStation({ place })
  const [dj, listener] = [await station.as('DJ'), await station.as('LISTENER')]
  const { data: show } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
  await station.call(startBroadcast, { as: dj, params: { id: show.id } })
  for (const content of ['Good evening', 'ćevapi & 🎧'])
    await station.call(postMessage, { as: listener, params: { broadcastId: show.id }, body: { content } })
  const upload = await fetch(station.origin + IMAGE_UPLOAD_PATH, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${dj.token}` },
    body: new Uint8Array(IMAGES.png ?? []),
  })
  const { imageUrl } = (JSON.parse(await upload.text()) as { data: { imageUrl: string } }).data
  const body = { title: 'Open day', content: 'Come by.', imageUrl, imageAlt: 'A booth' }
  await station.call(createAnnouncement, { as: dj, body })
  await station.call(endBroadcast, { as: dj, params: { id: show.id } })
  const recordingUrl = await recordingOf(station, show.id)
  return { station, dj, showId: show.id, imageUrl, recordingUrl }
}

/** Where the recording of a show is, once it is ready. */
async function recordingOf(station: TestStation, id: number): Promise<string> {
  for (;;) {
    const { status, data } = await station.call(getRecording, { as: station.admin, params: { id } })
    if (status === 200) return new URL(data.url, station.origin).pathname
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function bytesAt(station: TestStation, path: string): Promise<Buffer> {
  const reply = await fetch(station.origin + path)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

async function onlyBackupIn(path: string): Promise<string> {
  const names = await readdir(path)
  expect(names).toEqual([expect.stringMatching(/^carillon-\d{8}T\d{6}Z$/)])
  return join(path, names[0] ?? '')
}

const shared = new Map<Engine, ReturnType<typeof makeBackupOf>>()
afterAll(async () => {
  for (const made of shared.values()) await (await made).remove()
})

/** A backup of a filled station that is stopped: the same one for all tests, since it takes seconds to make. */
function backupOf(engine: Engine): ReturnType<typeof makeBackupOf> {
  const made = shared.get(engine) ?? makeBackupOf(engine)
  shared.set(engine, made)
  return made
}

async function makeBackupOf(engine: Engine) {
  const place = await createPlace(engine)
  const backups = mkdtempSync(join(tmpdir(), 'carillon-backups-'))
  const filled = await fill(place)
  await filled.station.stop()
  expect(await runCommand('backup', [backups], settingsOf(place))).toMatchObject({ code: 0, errors: '' })
  const remove = async () => {
    await place.remove()
    rmSync(backups, { recursive: true, force: true })
  }
  return { place, ...filled, backup: await onlyBackupIn(backups), remove }
}

/** A copy of a backup, to be damaged. */
function copyOf(backup: string): string {
  const copy = join(folder(), 'copy')
  cpSync(backup, copy, { recursive: true })
  return copy
}

describe.each(ENGINES)('on %s', (engine) => {
  it('[OP20] a backup made while the station runs gives the same station in an empty place', {
    timeout: LIMIT_MS,
  }, async () => {
    const place = await createPlace(engine)
    onTestFinished(() => place.remove())
    const { station, dj, showId, imageUrl, recordingUrl } = await fill(place)
    const files = [imageUrl, recordingUrl]
    const before = await Promise.all(files.map((path) => bytesAt(station, path)))
    const backups = folder()
    const made = await runCommand('backup', [backups], settingsOf(place))
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.output).toMatch(/ holds \d+ rows and 3 files, [\d.]+ MB, in [\d.]+ s\.$/)
    await station.stop()
    const rows = await rowsOf(place)

    const empty = await emptyPlace(engine)
    const restored = await runCommand('restore', [await onlyBackupIn(backups)], settingsOf(empty))
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(await rowsOf(empty)).toEqual(rows)
    const again = await startStation({ place: empty })
    onTestFinished(() => again.stop())
    await signIn(again, dj.email, dj.password)
    expect(await Promise.all(files.map((path) => bytesAt(again, path)))).toEqual(before)
    const said = await again.call(listMessages, { params: { broadcastId: showId } })
    expect(JSON.stringify(said.data)).toContain('ćevapi & 🎧')
    // What was restored goes on: its numbers are not given twice.
    const next = await again.call(createBroadcast, { as: again.admin, body: { title: 'Next show' } })
    expect(next.data.id).toBeGreaterThan(showId)
  })

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
    for (const [path, damage] of damages) {
      const damaged = copyOf(backup)
      await damage(join(damaged, path))
      const refused = await runCommand('restore', [damaged], settingsOf(target))
      expect(refused, path).toMatchObject({
        code: 1,
        output: '',
        errors: expect.stringMatching(/^The backup cannot be used: .* Nothing was changed\.$/),
      })
    }
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

it('[OP20] a station on the air goes on, and its backup holds the show as far as it was', {
  timeout: LIMIT_MS,
}, async () => {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const station = await startStation({ place })
  const { data: show } = await station.call(createBroadcast, { as: station.admin, body: { title: 'Live' } })
  await station.call(startBroadcast, { as: station.admin, params: { id: show.id } })
  const part = join(place.dataDir, 'recordings', `${show.id}.ogg`)
  while (!existsSync(part)) await new Promise((resolve) => setTimeout(resolve, 50))
  const backups = folder()
  expect(await runCommand('backup', [backups], settingsOf(place))).toMatchObject({ code: 0, errors: '' })
  expect((await station.call(liveBroadcasts)).data.map(({ id }) => id)).toEqual([show.id])
  await station.stop()

  const empty = await emptyPlace('embedded')
  const backup = await onlyBackupIn(backups)
  expect(await runCommand('restore', [backup], settingsOf(empty))).toMatchObject({ code: 0 })
  const kept = readFileSync(join(empty.dataDir, 'recordings', `${show.id}.ogg`))
  expect(kept.length).toBeGreaterThan(0)
  expect(readFileSync(part).subarray(0, kept.length).equals(kept)).toBe(true)
  const again = await startStation({ place: empty })
  onTestFinished(() => again.stop())
  expect((await again.call(liveBroadcasts)).data.map(({ id }) => id)).toEqual([show.id])
})

it('[OP20] recordings can be left out and old backups removed; a backup without recordings leaves those that are there', {
  timeout: LIMIT_MS,
}, async () => {
  const { place, backup, recordingUrl } = await backupOf('embedded')
  const backups = join(copyOf(backup), '..')
  renameSync(join(backups, 'copy'), join(backups, 'carillon-20200101T000000Z'))
  const args = [backups, '--without-recordings', '--keep', '1']
  expect(await runCommand('backup', args, settingsOf(place))).toMatchObject({ code: 0, errors: '' })
  const newest = await onlyBackupIn(backups)
  expect((await readdir(newest)).sort()).toEqual([
    'database.tar.gz',
    'manifest.json',
    'manifest.json.sha256',
    'uploads',
  ])
  expect(await runCommand('restore', [newest, '--replace'], settingsOf(place))).toMatchObject({ code: 0 })
  const again = await startStation({ place })
  onTestFinished(() => again.stop())
  expect((await bytesAt(again, recordingUrl)).length).toBeGreaterThan(0)
})

it('[OP20] a second backup into a folder is refused while the first is made, and removes only what a killed one left', {
  timeout: LIMIT_MS,
}, async () => {
  const { place } = await backupOf('embedded')
  const backups = folder()
  const [running, killed] = ['.carillon-20200101T000000Z.part', '.carillon-20190101T000000Z.part']
  for (const name of [running, killed]) mkdirSync(join(backups, name, 'uploads'), { recursive: true })
  const lock = lockFolder(join(backups, running), new Date())
  onTestFinished(() => lock.release())
  expect(await runCommand('backup', [backups], settingsOf(place))).toMatchObject({
    code: 1,
    output: '',
    errors: `Another backup is being made in ${backups}. Wait until it is done, or choose another folder.`,
  })
  expect(await readdir(backups)).toEqual([running])
  expect(existsSync(join(backups, running, 'uploads'))).toBe(true)
  lock.release()
  expect(await runCommand('backup', [backups], settingsOf(place))).toMatchObject({ code: 0, errors: '' })
  const made = await readdir(await onlyBackupIn(backups))
  expect(made.filter((name) => name.startsWith('lock'))).toEqual([])
})

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
  const [now, moment] = [new Date('2026-01-02T03:04:05.678Z'), '20260102T030405Z']
  const inTheWay = join(dataDir, 'recordings', `.recordings.${moment}`, '7.ogg')
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
  expect(aside).toEqual(['uploads', 'recordings'].map((kind) => join(dataDir, kind, `.${kind}.${moment}`)))
  expect(lstatSync(join(dataDir, 'uploads')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(disk, `.uploads.${moment}`, 'old', 'image.png'), 'utf8')).toBe('old')
  const uploads = (await readdir(disk)).filter((name) => !name.startsWith('.'))
  expect(uploads).toEqual(await readdir(join(backup, 'uploads')))
  expect(existsSync(join(dataDir, 'embedded', 'database'))).toBe(true)
})

/** Kills a command before its move of this number. */
function killedAt(move: number, isMoving: 'yes' | 'no'): Record<string, string> {
  const preload = new URL('./support/kill-at-move-process.ts', import.meta.url)
  return { NODE_OPTIONS: `--import ${preload}`, KILL_AT: `${move}`, IS_MOVING: isMoving }
}

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
  const first = { DATA_DIR: begun, ...killedAt(1, 'no') }
  expect((await runCommand('restore', [backup, '--replace'], first)).code).toBeNull()
  for (const path of old) expect(readFileSync(join(begun, path), 'utf8')).toBe(path)
  const refused = spawnServer({ DATA_DIR: begun })
  expect(await refused.ended).toMatchObject({ code: 1 })
  expect(refused.output()).toMatch(
    /^The restore of .* was interrupted .* Run `npm run restore` with the same/,
  )

  let moves = 0
  for (let isKilled = true; isKilled; moves++) {
    const dataDir = join(folder(), 'data')
    cpSync(begun, dataDir, { recursive: true })
    const killed = await runCommand('restore', [], { DATA_DIR: dataDir, ...killedAt(moves + 1, 'yes') })
    isKilled = killed.code === null
    if (isKilled && existsSync(join(dataDir, 'restoring.json'))) {
      const taken = await runCommand('backup', [folder()], { DATA_DIR: dataDir })
      expect(taken.errors).toMatch(/^The restore of .* was interrupted/)
      const completed = await runCommand('restore', [backup], { DATA_DIR: dataDir })
      expect(completed).toMatchObject({ code: 0, errors: '' })
      expect(completed.output).toMatch(
        / was interrupted\. It is complete now\.\nWhat was there before is in /,
      )
      expect(completed.output).toMatch(/\nIt took [\d.]+ s\.$/)
    }
    expect(existsSync(join(dataDir, 'restoring.json'))).toBe(false)
    for (const kind of ['uploads', 'recordings']) {
      const names = (await readdir(join(dataDir, kind))).filter((name) => !name.startsWith('.'))
      expect(names).toEqual(await readdir(join(backup, kind)))
    }
    const kept = old.map((path) => path.replace(/.*\//, ''))
    const all = await readdir(dataDir, { recursive: true })
    for (const name of kept) expect(all.filter((path) => path.endsWith(`/${name}`))).toHaveLength(1)
    if (isKilled) continue
    const station = await startStation({ place: { dataDir, databaseUrl: null, remove: async () => {} } })
    onTestFinished(() => station.stop())
    await signIn(station, dj.email, dj.password)
  }
  // Each old name, each new one, the database and the end.
  expect(moves).toBeGreaterThan(6)
})

it('[OP25] a dump that is put in place goes on in the same way', { timeout: LIMIT_MS }, async () => {
  const { backup } = await backupOf('embedded')
  const dataDir = folder()
  mkdirSync(join(dataDir, 'embedded', 'database'), { recursive: true })
  writeFileSync(join(dataDir, 'embedded', 'database', 'old'), 'old')
  // After the old database has gone, before the new one has come: a start would have made an empty station.
  const dump = join(backup, 'database.tar.gz')
  const killed = await runCommand('restore', [dump], { DATA_DIR: dataDir, ...killedAt(2, 'no') })
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

it('[OP21] a backup of another kind of database is refused', { timeout: LIMIT_MS }, async () => {
  const { backup } = await backupOf('embedded')
  const settings = { DATA_DIR: folder(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect((await runCommand('restore', [backup], settings)).errors).toMatch(/^This is a backup of an embedded/)
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
  expect((await runCommand('restore', [copy], { DATA_DIR: folder() })).errors).toMatch(reason)
})

// pg_dump is a program of PostgreSQL's: without a server there is nothing for it to do.
if (process.env.TEST_DATABASE_URL)
  it('[OP23] a pg_dump that is missing or older than the server is said in one line, and no backup is left', {
    timeout: LIMIT_MS,
  }, async () => {
    const place = await createPlace('postgres')
    onTestFinished(() => place.remove())
    const [backups, programs] = [folder(), folder()]
    const backup = () => runCommand('backup', [backups], { ...settingsOf(place), PATH: programs })
    expect(await backup()).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^pg_dump is not on PATH: install .*\(postgresql-client\)\.$/),
    })
    writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n')
    chmodSync(join(programs, 'pg_dump'), 0o755)
    expect(await backup()).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /^pg_dump is version 9 and the server \d+: install postgresql-client-\d+ or newer\.$/,
      ),
    })
    expect(await readdir(backups)).toEqual([])
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
      const killed = await runCommand('restore', [backup], { ...settingsOf(target), ...killedAt(move, 'no') })
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
