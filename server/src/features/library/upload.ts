import type { IncomingMessage } from 'node:http'
import {
  type LibraryUploadQuery,
  MAX_LIBRARY_BYTES,
  MAX_LIBRARY_ITEMS,
} from '@carillon/contract/library/schemas'
import type { Uploads } from '../../http/uploads.ts'
import { AppError } from '../../kernel/app-error.ts'
import { Undecided } from '../../kernel/undecided.ts'
import type { Convert } from './convert/start-convert.ts'
import type { LibraryFiles, UploadPaths } from './files.ts'
import type { LibraryContext } from './ports.ts'
import { findItem, findSame, holdLibrary, insertItem, sumItems } from './store.ts'
import type { Db, StoredItem } from './table.ts'
import { type Checked, FILE_FAULTS } from './verify/file-fault.ts'
import type { Verify } from './verify/start-verify.ts'
import type { Verified } from './verify/verify-file.ts'

type Uploader = Pick<LibraryContext, 'db' | 'clock' | 'quotaBytes'> & {
  files: LibraryFiles
  uploads: Uploads
  verify: Verify
  /** Null: the station has no ffmpeg. */
  convert: Convert | null
  /** Aborted when the station stops. */
  signal: AbortSignal
}

/** An upload: who, what about it, and the request whose body it is. */
export type Upload = {
  personId: number
  words: LibraryUploadQuery
  payload: IncomingMessage
  /** Length that it declares; null: none. */
  declaredBytes: number | null
  /** Aborted when the uploader leaves. */
  left: AbortSignal
  /** Looks the uploader up again. Throws NOT_SIGNED_IN and FORBIDDEN. */
  readmit(): Promise<unknown>
}

/** Words for who could upload Opus instead. */
const CANNOT_CONVERT = 'The station converts no sound files, as it has no ffmpeg. Upload Ogg Opus.'

/** Adds uploads to the library: received, converted if need be, looked at, decoded, and only then stored. */
export function createUploader(context: Uploader) {
  const { db, files, uploads, quotaBytes } = context
  return {
    /**
     * Throws LIBRARY_FULL, NO_ROOM and UNSUPPORTED_MEDIA_TYPE before anything was read, and INVALID_INPUT with what is wrong
     * with the file.
     */
    async add(upload: Upload): Promise<StoredItem> {
      const isOriginal = upload.words.form === 'ORIGINAL'
      if (isOriginal && !context.convert)
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: CANNOT_CONVERT })
      // What is made of another file has another size.
      await requireQuota(db, quotaBytes, isOriginal ? 0 : (upload.declaredBytes ?? 0))
      return uploads.run(upload.personId, async () => {
        await files.requireRoom(upload.declaredBytes ?? MAX_LIBRARY_BYTES)
        const file = await files.place((paths) => receive(context, upload, paths))
        if (!file) throw new AppError('INTERNAL')
        try {
          return await store(context, upload, { ...file.placed, fileName: file.fileName })
        } catch (error) {
          // It may be in the library; if not, the next start removes it.
          if (!(error instanceof Undecided)) await files.remove(file.fileName)
          throw error
        }
      })
    },
  }
}

async function receive(context: Uploader, upload: Upload, paths: UploadPaths): Promise<Verified> {
  const { uploads, verify, db } = context
  const signal = AbortSignal.any([context.signal, upload.left])
  await uploads.receive(upload.payload, { path: paths.received, maxBytes: MAX_LIBRARY_BYTES })
  await upload.readmit()
  const source = await opusOf({ ...context, signal }, upload, paths)
  const verified = requireSound(await verify({ source, target: paths.kept }, signal))
  await requireNew(db, verified)
  // A ban meanwhile counts as well: converting and checking take their time.
  await upload.readmit()
  return verified
}

/** Path of an upload as Ogg Opus. */
async function opusOf(
  { convert, signal }: Uploader,
  { words: { form, kind } }: Upload,
  { received, converted }: UploadPaths,
): Promise<string> {
  if (form === 'OPUS' || !convert) return received
  const job = { source: received, target: converted, kind }
  requireSound(await convert(job, signal))
  return converted
}

function requireSound<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new AppError('INVALID_INPUT', { fields: { file: FILE_FAULTS[checked.error] } })
  return checked.value
}

async function store(
  { db, clock, quotaBytes }: Uploader,
  { personId, words, left }: Upload,
  file: Verified & { fileName: string },
): Promise<StoredItem> {
  const { kind, title, artist = null, album = null, year = null } = words
  return db.transaction().execute(async (trx) => {
    await holdLibrary(trx)
    await requireNew(trx, file)
    await requireQuota(trx, quotaBytes, file.bytes)
    // From here on it is in the library, and nobody can call it off.
    left.throwIfAborted()
    const id = await insertItem(
      trx,
      { kind, title, artist, album, year, state: 'READY', isRequestable: false, rightsNote: null },
      { ...file, ownerId: personId, createdAt: new Date(clock.now()) },
    )
    // Here, so that nothing can fail once it is stored.
    const item = await findItem(trx, id)
    if (!item) throw new AppError('NOT_FOUND')
    return item
  })
}

async function requireNew(db: Db, { digest }: Verified): Promise<void> {
  const title = await findSame(db, digest)
  if (title !== undefined)
    throw new AppError('DUPLICATE_FILE', { message: `This is in the library already: “${title}”.` })
}

async function requireQuota(db: Db, quotaBytes: number, bytes: number): Promise<void> {
  const { usedBytes, items } = await sumItems(db, 0)
  if (usedBytes + bytes > quotaBytes || items >= MAX_LIBRARY_ITEMS) throw new AppError('LIBRARY_FULL')
}
