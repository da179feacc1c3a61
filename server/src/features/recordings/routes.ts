import {
  deleteRecording,
  getRecording,
  getRecordingVisibility,
  setRecordingVisibility,
  updateRecording,
} from '@carillon/contract/recordings/endpoints'
import type { Person } from '@carillon/contract/roles'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { type RawRoute, type Route, route } from '../../http/route.ts'
import { RANGE_HEADERS } from '../../http/send-file.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isDeletedFor, requireDecidable, requireHearable, requireManageable } from './access.ts'
import { createChanges } from './changes.ts'
import type { PeerFetcher } from './fetch-from-peer.ts'
import { FILE_NAME, readFileName } from './file-name.ts'
import type { RecordingFiles } from './files.ts'
import { findOutages } from './outages.ts'
import type { RecordingsContext } from './ports.ts'
import { presentRecording } from './present.ts'
import { sendRecording } from './send-recording.ts'
import { findRecordedShow, findRecording, findTakenShow } from './store.ts'
import type { StoredRecording } from './table.ts'
import type { Transfers } from './transfers.ts'

const fileParams = z.object({ file: z.string() })

/** Calls of the recordings. */
export function recordingRoutes(
  context: RecordingsContext,
  files: RecordingFiles,
  transfers: Transfers,
): Route[] {
  const { db, publicUrl, recordingDays } = context
  const show = async (stored: StoredRecording, { protocol, host }: FastifyRequest) =>
    presentRecording(stored, await findOutages(db, stored.broadcastId), {
      origin: publicUrl ?? `${protocol}://${host}`,
      recordingDays,
    })
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
      handle: async ({ subject: { broadcastId, isPublic, isLiveOnly } }) => ({
        broadcastId,
        isPublic,
        isLiveOnly,
      }),
    }),
    route(setRecordingVisibility, {
      load: decide,
      async handle({ subject, body, session }) {
        const { isPublic = subject.isPublic, isLiveOnly = subject.isLiveOnly } = body
        await changes.publishOrHide(subject, isPublic, session.person)
        await changes.markLiveOnly(subject, isLiveOnly, session.person)
        return { broadcastId: subject.broadcastId, isPublic, isLiveOnly }
      },
    }),
    deleteRoute(context, changes),
  ]
}

function deleteRoute({ db }: RecordingsContext, changes: ReturnType<typeof createChanges>): Route {
  return route(deleteRecording, {
    async load({ params, session }) {
      const found = await findRecording(db, params.id)
      if (!found && isDeletedFor(await findTakenShow(db, params.id), session.person)) return null
      return requireManageable(found, session.person)
    },
    async handle({ subject, session }) {
      if (subject) await changes.remove(subject, session.person)
      return null
    },
  })
}

/** The sound itself. What only another instance has, `bring` brings here first. */
export function rawRecordingRoutes(
  { db, bring }: Pick<RecordingsContext, 'db'> & { bring: PeerFetcher },
  files: RecordingFiles,
  transfers: Transfers,
): RawRoute[] {
  return [
    {
      path: '/recordings/:file',
      summary: 'A show that can be heard again: Ogg Opus, with ranges of bytes',
      access: 'public',
      documented: {
        params: z.object({ file: z.string().check(z.regex(FILE_NAME)) }),
        headers: RANGE_HEADERS,
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
        const find = async () => requireHearable(await findRecording(db, id), person)
        const known = await find()
        await bring(known)
        await sendRecording(request, reply, { folder: files.folder, known, person, find }, transfers)
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
