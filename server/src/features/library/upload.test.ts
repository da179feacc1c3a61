import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { openShowPlace } from '../../../tests/support/show.ts'
import { Uploads } from '../../http/uploads.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createLibraryFiles } from './files.ts'
import { sumItems } from './store.ts'
import type { LibraryTables } from './table.ts'
import { createUploader } from './upload.ts'

const VERIFIED = { bytes: 1, durationMs: 1_000, loudness: -16, peak: -1, digest: 'x' }

it('[LB58] left by its client after its check, an upload is not stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { db, clock, person, close } = await openShowPlace<LibraryTables>('embedded')
  onTestFinished(close)
  const files = createLibraryFiles(folder)
  const uploader = createUploader({
    db,
    clock,
    quotaBytes: 1_000,
    files,
    uploads: new Uploads(),
    async verify({ target }) {
      writeFileSync(target, 'x')
      return { ok: true, value: VERIFIED }
    },
    convert: null,
    signal: new AbortController().signal,
  })
  const { id: personId } = await person('DJ')
  const add = (left: AbortController, readmit: () => Promise<void>) =>
    uploader.add({
      personId,
      words: { kind: 'TRACK', form: 'OPUS', title: 'Harana' },
      payload: Readable.from([Buffer.from('x')]) as IncomingMessage,
      declaredBytes: 1,
      left: left.signal,
      readmit,
    })
  const left = new AbortController()
  let looks = 0
  const leaving = add(left, async () => {
    if (++looks === 2) left.abort(new AppError('CALLER_LEFT'))
  })
  await expect(leaving).rejects.toMatchObject({ code: 'CALLER_LEFT' })
  expect([looks, await files.list(), (await sumItems(db, personId)).items]).toEqual([2, [], 0])
  expect(await add(new AbortController(), async () => undefined)).toMatchObject({ title: 'Harana' })
})
