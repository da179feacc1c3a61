import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CODINGS, type Coding, takesCoding } from './codings.ts'

/** Bytes that are the same for everybody, made and compressed once: every reader is sent the same buffer. */
export type Packed = { type: string; etag: string; plain: Buffer } & Record<Coding, Buffer>

/** Smaller ones fit into the packet of their headers. */
export const COMPRESSED_BYTES = 1_024
/** Near the smallest, for a twentieth of the time that the smallest takes. */
const BROTLI_QUALITY = 6
/** The smallest, for what is small, asked for by every visitor and made once. */
export const SMALLEST = constants.BROTLI_MAX_QUALITY

/** Compresses on other threads than the one that serves. */
export async function pack(plain: Buffer, type: string, quality = BROTLI_QUALITY): Promise<Packed> {
  const [br, zipped] = await Promise.all([compress(plain, 'br', quality), compress(plain, 'gzip')])
  return { type, etag: etagOf(plain), plain, br, gzip: zipped }
}

/** The same bytes in this coding, made on another thread. */
export function compress(plain: Buffer, coding: Coding, quality = BROTLI_QUALITY): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(plain)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return promisify(brotliCompress)(plain, { params })
}

/** The entity tag of these bytes, in any coding. */
export function etagOf(bytes: Buffer): string {
  return `W/"${versionOf(bytes)}"`
}

/** Tag of exactly these bytes. */
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

/**
 * Returns the body of a reply for one caller: compressed where the caller takes it and it is worth it. Only of
 * reads: what a write answers may hold a secret beside what was sent, and its size would give the secret away.
 */
export async function compressRead(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  if (method !== 'GET' || text.length < COMPRESSED_BYTES) return text
  reply.header('Vary', 'Accept-Encoding')
  const coding = CODINGS.find((each) => takesCoding(headers['accept-encoding'], each))
  if (!coding) return text
  reply.header('Content-Encoding', coding)
  return compress(Buffer.from(text), coding)
}
