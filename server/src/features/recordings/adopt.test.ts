import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { adoptFiles } from './adopt.ts'
import { createRecordingFiles } from './files.ts'
import type { RecordingTables } from './table.ts'

const SERIAL = 7
const BYTES = new OggMuxer({ serialNumber: SERIAL }).headerPages()
const UNKNOWN = 2_000_000

describe.each(ENGINES)('files that are newer than the database, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<RecordingTables>>>
  let folder: string
  let aside: string

  beforeAll(async () => {
    place = await openShowPlace<RecordingTables>(engine)
  })
  afterAll(() => place.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordings-'))
    await mkdir(join(folder, 'shows'))
    aside = join(folder, '.aside-1')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const adopt = () => adoptFiles(place.db, createRecordingFiles(folder), aside)
  const write = (...names: string[]) =>
    Promise.all(
      names.map(async (name) => {
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await writeFile(join(folder, name), BYTES)
      }),
    )
  /** All files, by their paths in the folder. */
  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
      .sort()
  }
  const record = (id: number, bytes = BYTES.length) =>
    sql`INSERT INTO recordings (broadcast_id, bytes, duration_ms, peaks, recorded_at)
      VALUES (${id}, ${bytes}, 60000, '', now())`.execute(place.db)
  async function show(): Promise<number> {
    const id = await place.goLive(await place.person('DJ'))
    await place.endLive()
    return id
  }

  it('[RE963] what can be heard of a show without a recording is a part again, with its map', async () => {
    const id = await show()
    await write(`shows/${id}.ogg`, `shows/${id}.${SERIAL}.map`)
    expect(await adopt()).toBe(0)
    expect(await files()).toEqual([`${id}.map`, `${id}.ogg`])
    expect(await adopt()).toBe(0)
    expect(await files()).toEqual([`${id}.map`, `${id}.ogg`])
  })

  it('[RE963] one that has a recording, or had, and one of which parts are left stay', async () => {
    const [recorded, joining] = [await show(), await show()]
    await record(recorded)
    const names = [`${joining}.ogg`, `shows/${joining}.ogg`, `shows/${recorded}.ogg`].sort()
    await write(...names)
    expect(await adopt()).toBe(0)
    expect(await files()).toEqual(names)
  })

  it('[RE963] all of a show that the database does not know goes aside, and nothing else', async () => {
    const id = await show()
    const own = [`${id}-2.ogg`, `${id}.ogg`, 'notes.txt']
    const others = ['.ogg', '.map', '-12.ogg', '-12.map'].map((end) => `${UNKNOWN}${end}`)
    const wholes = [`shows/${UNKNOWN + 1}.ogg`, `shows/${UNKNOWN + 1}.${SERIAL}.map`]
    const takes = [`takes/${UNKNOWN + 2}/takes.map`]
    await write(...own, ...others, ...wholes, ...takes)
    expect(await adopt()).toBe(3)
    const gone = [...others, ...wholes, ...takes].map((name) => `.aside-1/${name}`)
    expect(await files()).toEqual([...gone, ...own].sort())
  })

  it('[RE963] what went aside comes back once the database knows it, and only that', async () => {
    const [known, another] = [await show(), await show()]
    await record(known)
    await record(another, BYTES.length + 1)
    const names = [`${known}.ogg`, `${known}.${SERIAL}.map`, `${another}.ogg`]
    await write(...names.map((name) => `.aside-1/shows/${name}`))
    expect(await adopt()).toBe(0)
    expect(await files()).toEqual(
      [`.aside-1/shows/${another}.ogg`, `shows/${known}.ogg`, `shows/${known}.${SERIAL}.map`].sort(),
    )
  })
})
