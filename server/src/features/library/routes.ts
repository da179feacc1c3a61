import { envelope } from '@carillon/contract/envelope'
import { idParams } from '@carillon/contract/fields'
import * as calls from '@carillon/contract/library/endpoints'
import {
  LIBRARY_ACCESS,
  LIBRARY_SOUND_PATH,
  LIBRARY_TYPES,
  LIBRARY_UPLOAD_PATH,
  LIBRARY_UPLOAD_RATE,
  type LibraryUploadQuery,
  libraryItemSchema,
  libraryUploadQuery,
  MAX_LIBRARY_BYTES,
} from '@carillon/contract/library/schemas'
import { toPage } from '@carillon/contract/page'
import type { Person } from '@carillon/contract/roles'
import { suggestSongs } from '@carillon/contract/song-requests/suggestions'
import { requireRemoved } from '../../db/rows.ts'
import { declaredLengthOf } from '../../http/read-body.ts'
import { type RawRoute, type Route, route } from '../../http/route.ts'
import { RANGE_HEADERS, sendFile } from '../../http/send-file.ts'
import { validateParams, validateQuery } from '../../http/validate.ts'
import { whileCalled } from '../../http/while-called.ts'
import { requireEditable, requireVisible } from './access.ts'
import type { createLibraryCopying } from './copies/create-copying.ts'
import type { LibraryFiles } from './files.ts'
import type { LibraryContext } from './ports.ts'
import { presentItem } from './present.ts'
import type { Sounds } from './sounds.ts'
import { findItem, listItems, listSuggestions, removeItem, sumItems, updateItem } from './store.ts'
import type { createUploader } from './upload.ts'

type Parts = { files: LibraryFiles; sounds: Sounds; copying: Copying; canConvert: boolean }
type Copying = Pick<ReturnType<typeof createLibraryCopying>, 'bring' | 'onRemoved' | 'work'>
type Asked = { params: { id: number }; session: { person: Person } }

/** The JSON calls of the library. */
export function libraryRoutes(
  { db, quotaBytes, onChanged }: LibraryContext,
  { files, sounds, copying, canConvert }: Parts,
): Route[] {
  const load = async ({ params, session }: Asked) =>
    requireEditable(await findItem(db, params.id), session.person)
  return [
    route(calls.listLibrary, async ({ query: { page, size, ...filter }, session: { person } }) => {
      const { content, total } = await listItems(db, { ...filter, person }, { page, size })
      return toPage(content.map(presentItem), { page, size }, total)
    }),
    route(calls.getLibraryQuota, async ({ session }) => ({
      ...(await sumItems(db, session.person.id)),
      quotaBytes,
      canConvert,
    })),
    route(suggestSongs, ({ query }) => listSuggestions(db, query.search)),
    route(calls.getLibraryItem, async ({ params, session }) =>
      presentItem(requireVisible(await findItem(db, params.id), session.person)),
    ),
    route(calls.updateLibraryItem, {
      load,
      async handle({ body, subject }) {
        await updateItem(db, subject.id, body)
        onChanged()
        return presentItem({ ...subject, ...body })
      },
    }),
    route(calls.deleteLibraryItem, {
      async load({ params, session }) {
        const found = await findItem(db, params.id)
        if (found) return requireEditable(found, session.person)
        await requireRemoved(db, 'library_items', params.id)
        return null
      },
      async handle({ subject }) {
        if (!subject) return null
        await removeItem(db, subject.id)
        onChanged()
        await files.remove(subject.fileName)
        sounds.cut(subject.id)
        copying.onRemoved(subject.fileName)
        return null
      },
    }),
  ]
}

/** The files: uploaded, and heard before they go on air. */
export function rawLibraryRoutes(
  context: LibraryContext,
  { uploader, ...parts }: Parts & { uploader: ReturnType<typeof createUploader> },
): RawRoute[] {
  return [uploadRoute(uploader, parts.copying), soundRoute(context, parts)]
}

function uploadRoute(
  uploader: ReturnType<typeof createUploader>,
  copying: Copying,
): RawRoute<LibraryUploadQuery> {
  return {
    path: LIBRARY_UPLOAD_PATH,
    methods: ['POST'],
    maxBodyBytes: MAX_LIBRARY_BYTES,
    isStreamed: true,
    isCreating: true,
    summary: 'Uploads an item of the library, at most an hour: Ogg Opus, or another sound to be converted',
    access: LIBRARY_ACCESS,
    rate: LIBRARY_UPLOAD_RATE,
    documented: {
      headers: { 'Idempotency-Key': { type: 'string', maxLength: 255 } },
      query: libraryUploadQuery,
      body: LIBRARY_TYPES,
      answers: {
        201: { description: 'The item', type: 'application/json', body: envelope(libraryItemSchema) },
      },
      refusals: [
        'DUPLICATE_FILE',
        'IDEMPOTENCY_CONFLICT',
        'LIBRARY_FULL',
        'MEDIA_AWAY',
        'NO_ROOM',
        'TOO_MANY_UPLOADS',
        'UNSUPPORTED_MEDIA_TYPE',
        'UPLOAD_STALLED',
      ],
    },
    load: ({ request }) => validateQuery(libraryUploadQuery, request.query) as LibraryUploadQuery,
    async handle({ request, reply, session, subject, readmit }) {
      const item = await whileCalled(reply.raw, (left) =>
        uploader.add({
          personId: session?.person.id ?? 0,
          words: subject,
          payload: request.raw,
          declaredBytes: declaredLengthOf(request.raw),
          left,
          readmit,
        }),
      )
      void copying.work()
      return presentItem(item)
    },
  }
}

function soundRoute({ db }: LibraryContext, { files, sounds, copying }: Parts): RawRoute {
  return {
    path: LIBRARY_SOUND_PATH,
    summary: 'The sound of an item: Ogg Opus, with ranges of bytes',
    access: LIBRARY_ACCESS,
    documented: {
      params: idParams,
      headers: RANGE_HEADERS,
      answers: {
        200: { description: 'All of it', type: 'audio/ogg' },
        206: { description: 'The part that was asked for', type: 'audio/ogg' },
        304: { description: 'What the caller has is still so' },
      },
      refusals: ['PRECONDITION_FAILED', 'RANGE_REFUSED', 'TOO_MANY_REQUESTS'],
    },
    async handle({ request, reply, session }) {
      const { id } = validateParams(idParams, request.params) as { id: number }
      const find = async () => requireVisible(await findItem(db, id), personOf(session))
      const known = await find()
      await copying.bring(known)
      await sendFile(request, reply, {
        folder: files.folder,
        name: known.fileName,
        bytes: known.bytes,
        add: (file) => sounds.add(file, id),
        async headers() {
          await find()
          return { 'Content-Type': 'audio/ogg', 'Cache-Control': 'private, no-cache' }
        },
      })
    },
  }
}

/** The edge lets nobody else in. */
function personOf(session: { person: Person } | null): Person {
  if (!session) throw new Error('There is no session')
  return session.person
}
