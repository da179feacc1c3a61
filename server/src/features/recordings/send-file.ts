import { fstat, ReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { canModerate } from '@carillon/contract/policies'
import { recordingPath } from '@carillon/contract/recordings/schemas'
import type { Person } from '@carillon/contract/roles'
import { type SendResult, send } from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/app-error.ts'
import type { StoredRecording } from './table.ts'
import type { Transfers } from './transfers.ts'

/** The buffer of one reader of a recording; it has two: one read from the file, one being sent. */
const READ_BYTES = 16 * 1024

type FileOrder = {
  folder: string
  /** The recording as it was when it was asked for. */
  known: StoredRecording
  person: Person | null
  /** Looks it up once more. Throws NOT_FOUND when this person may not hear it, or it is gone. */
  find(): Promise<StoredRecording>
}

/**
 * RFC 9110 s14: one range with 206, none or several with all of it, 416 for one that is not there; validators and
 * If-Range by the library. A recording may become private, longer or go at any moment: its file is opened, those who
 * withdraw it can end the transfer, and only then is it looked up for the last time.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, known, person, find }: FileOrder,
  transfers: Pick<Transfers, 'add'>,
): Promise<FastifyReply> {
  clampSuffix(request, known.bytes)
  const { broadcastId } = known
  const whose = { broadcastId, address: request.ip, isSupervisor: canModerate(person, known) }
  const sent = await openFile(request, folder, broadcastId, (file) => transfers.add(file, whose))
  const stored = await find().catch((error: unknown) => {
    sent.stream.destroy()
    throw error
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
  if (!(sent.stream instanceof ReadStream)) return reply.send()
  if (sent.stream.destroyed) throw new AppError('NOT_FOUND')
  return reply.send(sent.stream)
}

/** The library looks at a name and opens it later: what was replaced by another version in between is opened again. */
async function openFile(
  { raw }: FastifyRequest,
  root: string,
  broadcastId: number,
  add: (file: Readable) => void,
): Promise<SendResult> {
  for (;;) {
    const sent = await send(raw, recordingPath(broadcastId).slice('/recordings'.length), {
      root,
      cacheControl: false,
      contentType: false,
      highWaterMark: READ_BYTES,
    })
    // An error, or the answer to HEAD or a validator: there is no file in it.
    if (sent.type !== 'file' || !(sent.stream instanceof ReadStream)) return sent
    add(sent.stream)
    if ((await inodeOf(sent.stream)) === sent.metadata.stat.ino) return sent
    sent.stream.destroy()
  }
}

/** Number of the file that is read, once the first of it is there. Throws NOT_FOUND when it was removed or cut before. */
async function inodeOf(file: ReadStream & { fd?: number }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const gone = () => reject(new AppError('NOT_FOUND'))
    file.once('readable', resolve).once('close', gone)
    file.once('error', (error) => ('code' in error && error.code === 'ENOENT' ? gone() : reject(error)))
  })
  const { ino } = await promisify(fstat)(file.fd ?? -1)
  return ino
}

/** RFC 9110 s14.1.2: a suffix that is longer than the file is all of it. The library says that it is not there. */
function clampSuffix({ raw }: FastifyRequest, bytes: number): void {
  const suffix = /^bytes=-(\d+)$/.exec(raw.headers.range ?? '')?.[1]
  if (Number(suffix) > bytes) raw.headers.range = 'bytes=0-'
}

const REFUSALS: Record<number, 'RANGE_REFUSED' | 'PRECONDITION_FAILED' | 'INTERNAL'> = {
  412: 'PRECONDITION_FAILED',
  416: 'RANGE_REFUSED',
  500: 'INTERNAL',
}
