import { canModerate } from '@carillon/contract/policies'
import {
  deleteRecording,
  getRecording,
  getRecordingVisibility,
  setRecordingVisibility,
  updateRecording,
} from '@carillon/contract/recordings/endpoints'
import { recordingPath } from '@carillon/contract/recordings/schemas'
import type { Person } from '@carillon/contract/roles'
import { send } from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { type RawRoute, type Route, route } from '../../http/route.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireDecidable, requireHearable, requireManageable } from './access.ts'
import { createChanges } from './changes.ts'
import { createPeerFetcher } from './fetch-from-peer.ts'
import { FILE_NAME, readFileName } from './file-name.ts'
import type { RecordingFiles } from './files.ts'
import type { RecordingsContext } from './ports.ts'
import { presentRecording } from './present.ts'
import { findRecordedShow, findRecording } from './store.ts'
import type { StoredRecording } from './table.ts'
import type { Transfers } from './transfers.ts'

/** The buffer of one reader of a recording; it has two: one read from the file, one being sent. */
const READ_BYTES = 16 * 1024

const fileParams = z.object({ file: z.string() })

/** Calls of the recordings. */
export function recordingRoutes(
  context: RecordingsContext,
  files: RecordingFiles,
  transfers: Transfers,
): Route[] {
  const { db, publicUrl, recordingDays } = context
  const show = (stored: StoredRecording, { protocol, host }: FastifyRequest) =>
    presentRecording(stored, { origin: publicUrl ?? `${protocol}://${host}`, recordingDays })
  const load = async ({ params, session }: { params: { id: number }; session: { person: Person } }) =>
    requireManageable(await findRecording(db, params.id), session.person)
  const decide = async ({ params, session }: { params: { id: number }; session: { person: Person } }) =>
    requireDecidable(await findRecordedShow(db, params.id), session.person)
  const changes = createChanges(context, files, transfers)

  return [
    route(getRecording, async ({ params, session, request }) => {
      const found = await findRecording(db, params.id)
      return show(requireHearable(found, session?.person ?? null), request)
    }),
    route(updateRecording, {
      load,
      async handle({ body, subject, session, request }) {
        const { isPublic = subject.isPublic, isKept = subject.isKept } = body
        const changed = { ...subject, isPublic, isKept }
        await changes.keepOrRelease(subject, isKept, session.person)
        await changes.publishOrHide(subject, isPublic, session.person)
        return show(changed, request)
      },
    }),
    route(getRecordingVisibility, {
      load: decide,
      handle: async ({ subject: { broadcastId, isPublic } }) => ({ broadcastId, isPublic }),
    }),
    route(setRecordingVisibility, {
      load: decide,
      async handle({ subject, body: { isPublic }, session }) {
        await changes.publishOrHide(subject, isPublic, session.person)
        return { broadcastId: subject.broadcastId, isPublic }
      },
    }),
    route(deleteRecording, {
      load,
      async handle({ subject, session }) {
        await changes.remove(subject, session.person)
        return null
      },
    }),
  ]
}

/** The sound itself. */
export function rawRecordingRoutes(
  context: RecordingsContext,
  files: RecordingFiles,
  transfers: Transfers,
): RawRoute[] {
  const { db } = context
  const bring = createPeerFetcher(context, files)
  return [
    {
      path: '/recordings/:file',
      summary: 'A show that can be heard again: Ogg Opus, with ranges of bytes',
      access: 'public',
      documented: {
        params: z.object({ file: z.string().check(z.regex(FILE_NAME)) }),
        headers: Object.fromEntries(RANGE_HEADERS.map((name) => [name, { type: 'string' }])),
        answers: {
          200: { description: 'All of it', type: 'audio/ogg' },
          206: { description: 'The part that was asked for', type: 'audio/ogg' },
          304: { description: 'What the caller has is still so' },
        },
        refusals: ['PRECONDITION_FAILED', 'RANGE_REFUSED', 'TOO_MANY_REQUESTS'],
      },
      async handle({ request, reply, session }) {
        const id = idOf(request)
        const person = session?.person ?? null
        await bring(requireHearable(await findRecording(db, id), person))
        // It may have become private while it was fetched from another instance.
        const stored = requireHearable(await findRecording(db, id), person)
        const isSupervisor = canModerate(person, stored)
        await sendFile(request, reply, { folder: files.folder, stored, isSupervisor }, transfers)
      },
    },
  ]
}

function idOf(request: FastifyRequest): number {
  const { file } = fileParams.parse(request.params)
  const id = readFileName(file)
  if (id === null) throw new AppError('NOT_FOUND')
  return id
}

/**
 * RFC 9110 s14: one range with 206, none or several with all of it, 416 for one that is not there; validators and
 * If-Range by the library. A recording may become private or go: copies are asked about each time.
 */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, stored, isSupervisor }: { folder: string; stored: StoredRecording; isSupervisor: boolean },
  transfers: Transfers,
): Promise<FastifyReply> {
  clampSuffix(request, stored.bytes)
  const sent = await send(request.raw, recordingPath(stored.broadcastId).slice('/recordings'.length), {
    root: folder,
    cacheControl: false,
    contentType: false,
    highWaterMark: READ_BYTES,
  })
  reply.header('Cache-Control', stored.isPublic ? 'public, no-cache' : 'private, no-cache').type('audio/ogg')
  // Any site may play what anybody may hear, as it may play the stream.
  if (stored.isPublic) reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (sent.type !== 'file') {
    const range = sent.headers['Content-Range']
    if (range) reply.header('Content-Range', range)
    throw new AppError(REFUSALS[sent.statusCode] ?? 'NOT_FOUND')
  }
  reply.code(sent.statusCode).headers(sent.headers)
  if (request.method === 'HEAD' || sent.statusCode === 304) return reply.send()
  transfers.add(sent.stream, { broadcastId: stored.broadcastId, address: request.ip, isSupervisor })
  return reply.send(sent.stream)
}

/** RFC 9110 s14.1.2: a suffix that is longer than the file is all of it. The library says that it is not there. */
function clampSuffix({ raw }: FastifyRequest, bytes: number): void {
  const suffix = /^bytes=-(\d+)$/.exec(raw.headers.range ?? '')?.[1]
  if (Number(suffix) > bytes) raw.headers.range = 'bytes=0-'
}

/** RFC 9110 s13.1 and s14.2. */
const RANGE_HEADERS = [
  'Range',
  'If-Range',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
]

const REFUSALS: Record<number, 'RANGE_REFUSED' | 'PRECONDITION_FAILED' | 'INTERNAL'> = {
  412: 'PRECONDITION_FAILED',
  416: 'RANGE_REFUSED',
  500: 'INTERNAL',
}
