import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnnouncement } from '@carillon/contract/announcements/endpoints'
import { IMAGE_UPLOAD_PATH } from '@carillon/contract/announcements/schemas'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { postMessage } from '@carillon/contract/chat/endpoints'
import { runCommand } from '@carillon/testkit/station-command'
import { afterAll, expect, onTestFinished } from 'vitest'
import { IMAGES } from '../../src/features/announcements/images/testing.ts'
import { createBarePlace, createPlace, type Place } from './database.ts'
import { readyRecording } from './recordings.ts'
import type { Engine } from './show.ts'
import { startStation, type TestStation } from './station.ts'

/** Time limit of a test of backups: each starts several programs. */
export const LIMIT_MS = 240_000

/** A folder of the test's own. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'carillon-backups-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A place where nothing is: no database in its folder, no tables in its PostgreSQL. */
export async function emptyPlace(engine: Engine): Promise<Place> {
  const place = await createBarePlace(engine)
  onTestFinished(() => place.remove())
  return place
}

/** Settings that tell a command of a place. */
export function settingsOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** A station with people, a show that was on air, what was said in it, its recording, an image. */
export async function fill(place: Place) {
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
  const { url } = await readyRecording(station, show.id)
  const recordingUrl = new URL(url, station.origin).pathname
  return { station, dj, showId: show.id, imageUrl, recordingUrl }
}

/** Bytes that the station serves at a path. */
export async function bytesAt(station: TestStation, path: string): Promise<Buffer> {
  const reply = await fetch(station.origin + path)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

/** The one backup that is in a folder, and nothing else is. */
export async function onlyBackupIn(path: string): Promise<string> {
  const names = await readdir(path)
  expect(names).toEqual([expect.stringMatching(/^carillon-\d{8}T\d{6}Z$/)])
  return join(path, names[0] ?? '')
}

const shared = new Map<Engine, ReturnType<typeof makeBackupOf>>()

/** Removes what `backupOf` made, after the tests of a file. */
export function useBackups(): void {
  afterAll(async () => {
    for (const made of shared.values()) await (await made).remove()
  })
}

/** A backup of a filled station that is stopped: the same one for all tests, since it takes seconds to make. */
export function backupOf(engine: Engine): ReturnType<typeof makeBackupOf> {
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
export function copyOf(backup: string): string {
  const copy = join(folder(), 'copy')
  cpSync(backup, copy, { recursive: true })
  return copy
}
