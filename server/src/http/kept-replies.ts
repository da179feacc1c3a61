import type { FastifyReply, FastifyRequest } from 'fastify'
import { CODINGS, type Coding, takesCoding } from './codings.ts'
import { JSON_TYPE } from './json-type.ts'
import { COMPRESSED_BYTES, compress, etagOf, isKnown } from './packed.ts'

/** Changes of the tables from which replies were read. */
export type Changes = {
  readonly count: number
  isUnchanged(tables: ReadonlySet<string>, count: number): boolean
  watchReads<T>(work: () => Promise<T>): Promise<{ value: T; tables: ReadonlySet<string> }>
}

/** A reply, compressed at most once for each coding. */
export type Kept = { etag: string; plain: Buffer; codings: Map<Coding, Promise<Buffer>> }

/** Addresses that are kept at once: a visit has six, and who asks for others pushes the oldest out. */
export const MAX_KEPT = 64
/** Larger replies are made for each reader. */
export const MAX_KEPT_BYTES = 256 * 1024
/** Age that counts of listeners, and what only time changes, may have. */
export const KEPT_MS = 1_000
const MAX_KEY_LENGTH = 300
const TIMESTAMP = /^_ts=\d*$/

type Entry = {
  reply: Promise<Kept>
  /** Tables from which it was read; null while it is being made. */
  tables: ReadonlySet<string> | null
  /** Number of changes when it was begun. */
  count: number
  atMs: number
}

/**
 * Replies that are the same for every visitor: made once, until something that they were read from has changed, and for a
 * second at most. Nothing personal comes in: only who has no session is answered from here.
 */
export class KeptReplies {
  readonly #entries = new Map<string, Entry>()
  readonly #changes: Changes
  readonly #now: () => number

  constructor(changes: Changes, now: () => number) {
    this.#changes = changes
    this.#now = now
  }

  /** The reply at `key`. Rejects as `make` does, of which nothing is kept. */
  async get(key: string, make: () => Promise<string>): Promise<Kept> {
    const known = this.#entries.get(key)
    if (known && this.#isFresh(known)) return known.reply
    const entry = this.#begin(make)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    for (const [oldest] of this.#entries) if (this.#entries.size > MAX_KEPT) this.#entries.delete(oldest)
    const forget = () => void (this.#entries.get(key) === entry && this.#entries.delete(key))
    try {
      const kept = await entry.reply
      if (kept.plain.length > MAX_KEPT_BYTES) forget()
      return kept
    } catch (error) {
      forget()
      throw error
    }
  }

  #begin(make: () => Promise<string>): Entry {
    const made = this.#changes.watchReads(make)
    const entry: Entry = {
      reply: made.then(({ value }) => keep(value)),
      tables: null,
      count: this.#changes.count,
      atMs: this.#now(),
    }
    made.then(({ tables }) => Object.assign(entry, { tables })).catch(() => undefined)
    return entry
  }

  /** One that is being made is shared while nothing at all has changed since it was begun. */
  #isFresh({ tables, count, atMs }: Entry): boolean {
    if (Math.abs(this.#now() - atMs) > KEPT_MS) return false
    return tables ? this.#changes.isUnchanged(tables, count) : this.#changes.count === count
  }
}

/**
 * By what a reply is kept: its address, with the host that addresses in it begin with. Null: it is not kept. A page adds
 * `_ts` to each address, so that no cache between answers it: it is another one for every visitor, and nothing reads it.
 */
export function keyOf({ protocol, host, url }: Pick<FastifyRequest, 'protocol' | 'host' | 'url'>) {
  const key = `${protocol}://${host}${withoutTimestamp(url)}`
  return key.length > MAX_KEY_LENGTH ? null : key
}

function withoutTimestamp(url: string): string {
  const at = url.indexOf('?')
  if (at === -1) return url
  const rest = url
    .slice(at + 1)
    .split('&')
    .filter((parameter) => !TIMESTAMP.test(parameter))
  return rest.length > 0 ? `${url.slice(0, at)}?${rest.join('&')}` : url.slice(0, at)
}

/** Sends a kept reply in a coding that the caller takes, or says that it has not changed. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
): Promise<FastifyReply> {
  const { headers } = request
  // A browser may keep it and asks each time; who signs in asks with a cookie, and is answered anew.
  reply.headers({ ETag: kept.etag, Vary: 'Accept-Encoding, Cookie', 'Cache-Control': 'private, no-cache' })
  if (isKnown(headers['if-none-match'], kept.etag)) return reply.code(304).send()
  const coding = CODINGS.find((each) => takesCoding(headers['accept-encoding'], each))
  reply.type(JSON_TYPE)
  if (!coding || kept.plain.length < COMPRESSED_BYTES) return reply.send(kept.plain)
  reply.header('Content-Encoding', coding)
  return reply.send(await inCoding(kept, coding))
}

function keep(text: string): Kept {
  const plain = Buffer.from(text)
  return { etag: etagOf(plain), plain, codings: new Map() }
}

function inCoding({ plain, codings }: Kept, coding: Coding): Promise<Buffer> {
  const made = codings.get(coding) ?? compress(plain, coding)
  codings.set(coding, made)
  return made
}
