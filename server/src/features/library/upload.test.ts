import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { openShowPlace } from '../../../tests/support/show.ts'
import { Uploads } from '../../http/uploads.ts'
import { AppError } from '../../kernel/app-error.ts'
import { Undecided } from '../../kernel/undecided.ts'
import { createLibraryFiles } from './files.ts'
import { sumItems } from './store.ts'
import type { LibraryTables } from './table.ts'
import { createUploader, type Upload } from './upload.ts'

const VERIFIED = { bytes: 1, durationMs: 1_000, loudness: -16, peak: -1, digest: 'x' }

/** A library with what uploads need. */
async function openLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { db, clock, person, close } = await openShowPlace<LibraryTables>('embedded')
  onTestFinished(close)
  const files = createLibraryFiles(folder)
  const { id: personId } = await person('DJ')
  const uploaderTo = (place: typeof db) =>
    createUploader({
      db: place,
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
  const upload = (left = new AbortController(), readmit = async () => {}): Upload => ({
    personId,
    words: { kind: 'TRACK', form: 'OPUS', title: 'Harana' },
    payload: Readable.from([Buffer.from('x')]) as IncomingMessage,
    declaredBytes: 1,
    left: left.signal,
    readmit,
  })
  return { db, files, personId, uploaderTo, upload }
}

it('[LB58] left by its client after its check, an upload is not stored', async () => {
  const { db, files, personId, uploaderTo, upload } = await openLibrary()
  const uploader = uploaderTo(db)
  const left = new AbortController()
  let looks = 0
  const leaving = uploader.add(
    upload(left, async () => {
      if (++looks === 2) left.abort(new AppError('CALLER_LEFT'))
    }),
  )
  await expect(leaving).rejects.toMatchObject({ code: 'CALLER_LEFT' })
  expect([looks, await files.list(), (await sumItems(db, personId)).items]).toEqual([2, [], 0])
  expect(await uploader.add(upload())).toMatchObject({ title: 'Harana' })
})

it('[LB67] of which nobody knows whether it was stored, an upload keeps its file', async () => {
  const { db, files, personId, uploaderTo, upload } = await openLibrary()
  const undecided = new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        async execute(run: (trx: unknown) => Promise<unknown>) {
          await target.transaction().execute(run as never)
          throw new Undecided('The answer was lost')
        },
      })
    },
  })
  await expect(uploaderTo(undecided).add(upload())).rejects.toThrow('The answer was lost')
  expect((await files.list()).length).toBe(1)
  expect((await sumItems(db, personId)).items).toBe(1)
})
