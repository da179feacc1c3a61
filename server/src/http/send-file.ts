import { fstat, ReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type SendResult, send } from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/app-error.ts'

/** The buffer of one reader of a file; it has two: one read from the file, one being sent. */
const READ_BYTES = 16 * 1024

/** A file that is sent, and those who have a say in it. */
export type FileOrder = {
  folder: string
  /** Name within it. */
  name: string
  /** Its length as far as known. */
  bytes: number
  /** Told of each file that was opened, before anything of it is sent: who destroys it ends the transfer. */
  add(file: Readable): void
  /** Gives the headers, asked once the file is open. Throws when this caller may not have it, or it is gone. */
  headers(): Promise<Record<string, string>>
}

/**
 * RFC 9110 s14: one range with 206, none or several with all of it, 416 for one that is not there; validators and
 * If-Range by the library. A file may be withdrawn or replaced at any moment: it is opened, those who withdraw it can end
 * the transfer, and only then is it asked for the last time whether it may be sent.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  order: FileOrder,
): Promise<FastifyReply> {
  clampSuffix(request, order.bytes)
  const sent = await openFile(request, order)
  const headers = await order.headers().catch((error: unknown) => {
    sent.stream.destroy()
    throw error
  })
  reply.headers(headers)
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
async function openFile({ raw }: FastifyRequest, { folder, name, add }: FileOrder): Promise<SendResult> {
  for (;;) {
    const sent = await send(raw, `/${name}`, {
      root: folder,
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

/** RFC 9110 s13.1 and s14.2, for the document of the calls. */
export const RANGE_HEADERS: Record<string, { type: 'string' }> = Object.fromEntries(
  ['Range', 'If-Range', 'If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'].map(
    (name) => [name, { type: 'string' }],
  ),
)
