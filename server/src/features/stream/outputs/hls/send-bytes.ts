import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../../kernel/app-error.ts'

/**
 * Sends bytes that never change, or the one range of them that was asked for (RFC 9110 s14); several ranges, or one that
 * depends on a validator, give all of them. Throws RANGE_REFUSED.
 */
export function sendBytes(
  { method, headers: { range, 'if-range': validator } }: FastifyRequest,
  reply: FastifyReply,
  bytes: Uint8Array,
): FastifyReply {
  reply.header('Accept-Ranges', 'bytes')
  const part = method === 'HEAD' || validator !== undefined ? null : rangeOf(range ?? '', bytes.length)
  if (!part) return reply.send(bufferOf(bytes))
  if (part.first >= part.end) {
    reply.header('Content-Range', `bytes */${bytes.length}`)
    throw new AppError('RANGE_REFUSED')
  }
  const { first, end } = part
  reply.code(206).header('Content-Range', `bytes ${first}-${end - 1}/${bytes.length}`)
  return reply.send(bufferOf(bytes.subarray(first, end)))
}

/** `end` is the byte behind the last one; null where it is not one range of bytes. */
function rangeOf(range: string, length: number): { first: number; end: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (from === '' && to === '') return null
  if (from === '') return { first: Math.max(0, length - Number(to)), end: length }
  if (to !== '' && Number(to) < Number(from)) return null
  return { first: Number(from), end: to === '' ? length : Math.min(length, Number(to) + 1) }
}

/** The same memory, as Fastify sends it. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
