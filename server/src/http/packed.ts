import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CODINGS, type Coding, takesCoding } from './codings.ts'

/** Bytes that are the same for everybody, made and compressed once: every reader is sent the same buffer. */
export type Packed = { type: string; etag: string; plain: Buffer } & Record<Coding, Buffer>

/** Near the smallest, for a twentieth of the time that the smallest takes. */
const BROTLI_QUALITY = 6

/** Compresses on other threads than the one that serves. */
export async function pack(plain: Buffer, type: string): Promise<Packed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ])
  return { type, etag: `W/"${versionOf(plain)}"`, plain, br, gzip: zipped }
}

/** What names these bytes and no others. */
export function versionOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
}

/** Sends what the caller takes, or says that it has not changed. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { packed, cacheControl }: { packed: Packed; cacheControl: string },
): FastifyReply {
  const { headers } = request
  reply.headers({ ETag: packed.etag, Vary: 'Accept-Encoding', 'Cache-Control': cacheControl })
  if (isKnown(headers['if-none-match'], packed.etag)) return reply.code(304).send()
  const coding = CODINGS.find((each) => takesCoding(headers['accept-encoding'], each))
  if (coding) reply.header('Content-Encoding', coding)
  return reply.type(packed.type).send(coding ? packed[coding] : packed.plain)
}

/** RFC 9110 s13.1.2: a list, compared weakly. */
export function isKnown(known: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return (known ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
