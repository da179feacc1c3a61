import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '@carillon/contract/durations'
import { deleteLibraryItem } from '@carillon/contract/library/endpoints'
import { LIBRARY_UPLOAD_PATH, type LibraryItem } from '@carillon/contract/library/schemas'
import { setPlayout } from '@carillon/contract/playout/settings'
import { getNowPlaying } from '@carillon/contract/plays/now-playing'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { opusFile, TONE } from '../src/features/library/testing.ts'
import { until } from './support/fake-recorder.ts'
import { database, startAnother, useInstances } from './support/instances-here.ts'
import { readMetrics } from './support/metrics.ts'
import type { TestStation } from './support/station.ts'

const as = ({ admin }: TestStation) => ({ authorization: `Bearer ${admin.token}` })
const folderOf = ({ config }: TestStation) => join(config.dataDir, 'library')
/** Files that are whole. */
const filesAt = async (station: TestStation) =>
  (await readdir(folderOf(station)).catch(() => [])).filter((name) => /^[0-9a-f]{40}\.ogg$/.test(name)).sort()
const soundAt = (station: TestStation, id: number) =>
  fetch(`${station.origin}/api/library/${id}/sound`, { headers: as(station) })
const missingAt = async ({ origin }: TestStation) =>
  (await readMetrics(origin)).values.get('carillon_library_files_missing')

let frequency = 300

/** Uploads a sound that is in no library yet. */
async function upload(station: TestStation, kind = 'BED'): Promise<number> {
  frequency += 37
  const reply = await fetch(`${station.origin}${LIBRARY_UPLOAD_PATH}?title=Bed&kind=${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/ogg', ...as(station) },
    body: new Uint8Array(opusFile(TONE(2, frequency))),
  })
  expect(reply.status).toBe(201)
  return ((await reply.json()) as { data: LibraryItem }).data.id
}

async function isRead(id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM library_items WHERE id = ${id} AND sha256 IS NOT NULL`.execute(
    database.tables(),
  )
  return rows.length > 0
}

// Several instances need PostgreSQL: `npm test` brings one.
describe.runIf(process.env.TEST_DATABASE_URL)('the library of several instances', () => {
  useInstances()

  it('[LB50] what was uploaded at one is heard and played at another when the first is gone', async () => {
    const here = await startAnother()
    const before = await upload(here)
    const there = await startAnother()
    const id = await upload(here)
    await until(async () => (await filesAt(there)).length === 2 && (await missingAt(there)) === 0)
    expect(await filesAt(there)).toEqual(await filesAt(here))
    const whole = Buffer.from(await (await soundAt(here, id)).arrayBuffer())
    await here.stop()
    const reply = await soundAt(there, id)
    expect([reply.status, whole.equals(Buffer.from(await reply.arrayBuffer()))]).toEqual([200, true])
    expect((await soundAt(there, before)).status).toBe(200)

    const body = { ...PLAYOUT_ON, replayWeight: 0 }
    expect((await there.call(setPlayout, { as: there.admin, body })).status).toBe(200)
    await expect.poll(async () => (await there.call(getNowPlaying)).data.onAir).toMatchObject({ kind: 'BED' })
    await there.call(setPlayout, { as: there.admin, body: { ...body, betweenShows: 'OFF' } })
  })

  it('[LB51] what is deleted goes everywhere, also from one that was away', async () => {
    const here = await startAnother()
    const there = await startAnother()
    const earlier = (await filesAt(there)).length
    const [first, second] = [await upload(here), await upload(here)]
    await until(async () => (await filesAt(there)).length >= earlier + 2)
    const all = await filesAt(there)
    await here.call(deleteLibraryItem, { as: here.admin, params: { id: first } })
    await until(async () => (await filesAt(there)).length < all.length)
    await there.stop()
    await here.call(deleteLibraryItem, { as: here.admin, params: { id: second } })
    const old = new Date(Date.now() - 3 * HOUR_MS)
    for (const name of await filesAt(there)) await utimes(join(folderOf(there), name), old, old)
    await there.restart()
    await until(async () => (await filesAt(there)).join() === (await filesAt(here)).join())
  })

  it('[LB51] a copy that is damaged is not put in place; the right one is had once it is there', async () => {
    const here = await startAnother()
    const id = await upload(here, 'TRACK')
    await until(() => isRead(id))
    const [name = ''] = await filesAt(here)
    const path = join(folderOf(here), name)
    const whole = await readFile(path)
    await writeFile(path, Buffer.alloc(whole.length))
    const there = await startAnother()
    await until(async () => Number(await missingAt(there)) > 0)
    expect([await filesAt(there), (await soundAt(there, id)).status]).toEqual([[], 404])
    await writeFile(path, whole)
    expect((await soundAt(there, id)).status).toBe(200)
    expect(await filesAt(there)).toEqual([name])
  })

  it('[LB50] nobody but an instance has the files', async () => {
    const here = await startAnother()
    await upload(here)
    const [name] = await filesAt(here)
    for (const file of [name, '..%2Flock'])
      expect((await fetch(`${here.origin}/relay/library/${file}`, { headers: as(here) })).status).toBe(404)
  })
})
