import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createBroadcast, liveBroadcasts, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { listMessages } from '@carillon/contract/chat/endpoints'
import { listLibrary } from '@carillon/contract/library/endpoints'
import { LIBRARY_UPLOAD_PATH } from '@carillon/contract/library/schemas'
import { runCommand } from '@carillon/testkit/station-command'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockFolder } from '../src/db/lock.ts'
import { opusFile, TONE } from '../src/features/library/testing.ts'
import {
  backupOf,
  bytesAt,
  copyOf,
  emptyPlace,
  fill,
  folder,
  LIMIT_MS,
  onlyBackupIn,
  settingsOf,
  useBackups,
} from './support/backups.ts'
import { createPlace } from './support/database.ts'
import { rowsOf } from './support/rows.ts'
import { ENGINES } from './support/show.ts'
import { signIn, startStation } from './support/station.ts'

useBackups()

describe.each(ENGINES)('on %s', (engine) => {
  // Slow: whole programs: a station, its backup, its restore, and a station again.
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
})

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

it('[LB23] the library is in every backup, and a restore brings it back', { timeout: LIMIT_MS }, async () => {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const station = await startStation({ place })
  const headers = { authorization: `Bearer ${(await station.as('DJ')).token}` }
  const body = new Uint8Array(opusFile(TONE(1)))
  const upload = await fetch(`${station.origin}${LIBRARY_UPLOAD_PATH}?title=Harana`, {
    method: 'POST',
    headers,
    body,
  })
  expect(upload.status).toBe(201)
  await station.stop()
  const backups = folder()
  const args = [backups, '--without-recordings']
  expect(await runCommand('backup', args, settingsOf(place))).toMatchObject({ code: 0, errors: '' })
  const empty = await emptyPlace('embedded')
  const backup = await onlyBackupIn(backups)
  expect(await runCommand('restore', [backup], settingsOf(empty))).toMatchObject({ code: 0 })
  const again = await startStation({ place: empty })
  onTestFinished(() => again.stop())
  const [item] = (await again.call(listLibrary, { as: again.admin })).data.content
  expect(item?.title).toBe('Harana')
  const sound = await fetch(`${again.origin}/api/library/${item?.id}/sound`, {
    headers: { authorization: `Bearer ${again.admin.token}` },
  })
  expect((await sound.arrayBuffer()).byteLength).toBe(item?.bytes)
})

// Slow: whole programs: a station, its backups, and a restore.
it('[OP20] recordings can be left out and old backups removed, [OP54] those of a clock that was ahead too; a backup without recordings leaves those that are there', {
  timeout: LIMIT_MS,
}, async () => {
  const { place, backup, recordingUrl } = await backupOf('embedded')
  const backups = join(copyOf(backup), '..')
  renameSync(join(backups, 'copy'), join(backups, 'carillon-20200101T000000Z'))
  await mkdir(join(backups, 'carillon-20990101T000000Z'))
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
