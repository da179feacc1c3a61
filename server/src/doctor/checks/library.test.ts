import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openShowPlace } from '../../../tests/support/show.ts'
import { insertItem } from '../../features/library/store.ts'
import type { LibraryTables } from '../../features/library/table.ts'
import { libraryFindings } from './library.ts'

it('[LB24] warns of items whose files are gone, and of nothing else', async () => {
  const place = await openShowPlace<LibraryTables>('embedded')
  const dataDir = mkdtempSync(join(tmpdir(), 'library-'))
  onTestFinished(async () => {
    await place.close()
    rmSync(dataDir, { recursive: true })
  })
  const find = async () =>
    (await libraryFindings(place.db as unknown as Kysely<unknown>, dataDir)).map(({ message }) => message)
  expect(await find()).toEqual([])
  const ownerId = (await place.person('DJ')).id
  for (const name of ['one', 'two']) {
    await insertItem(
      place.db,
      {
        kind: 'TRACK',
        state: 'READY',
        title: name,
        artist: null,
        album: null,
        year: null,
        isRequestable: false,
        rightsNote: null,
      },
      {
        bytes: 1,
        durationMs: 1_000,
        loudness: -16,
        peak: -1,
        digest: name,
        fileName: `${name}.ogg`,
        ownerId,
        createdAt: new Date(place.clock.now()),
      },
    )
  }
  expect(await find()).toEqual([expect.stringMatching(/^2 of 2 files .* “one” first/)])
  mkdirSync(join(dataDir, 'library'))
  writeFileSync(join(dataDir, 'library', 'one.ogg'), 'sound')
  expect(await find()).toEqual([expect.stringMatching(/^1 of 2 files .* “two” first/)])
  writeFileSync(join(dataDir, 'library', 'two.ogg'), 'sound')
  expect(await find()).toEqual([])
})
