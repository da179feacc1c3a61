import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import { CODINGS, type Coding, takesCoding } from './codings.ts'

/** Form in which a hashed asset is sent. `coding` is null for the file itself. */
export type HeldAsset = { bytes: Buffer; type: string; coding: Coding | null }

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** Suffix of a compressed file. */
const ENDS: Record<Coding, string> = { br: '.br', gzip: '.gz' }
const PATH = /^\/assets\/([^/?]+)(\?|$)/

/**
 * The hashed programs, styles and fonts of the page, held in memory from their first use on: they never change, and a reply
 * that is read slowly then costs neither a descriptor nor turns of the event loop, of which each takes one new
 * connection. Gives null for what it does not hold, also for a part of a file.
 */
export function holdAssets(
  folder: string,
): (url: string, headers: IncomingHttpHeaders) => Promise<HeldAsset | null> {
  const names = new Set(readdirSync(folder))
  const held = new Map<string, Promise<Buffer>>()
  const read = (name: string) => {
    const bytes = held.get(name) ?? readFile(join(folder, name))
    held.set(name, bytes)
    // A process without descriptors cannot read it now; it is tried again.
    bytes.catch(() => held.delete(name))
    return bytes
  }
  return async (url, headers) => {
    const [, name = ''] = PATH.exec(url) ?? []
    const type = TYPES[extname(name)]
    if (!type || !names.has(name) || headers.range) return null
    const coding = CODINGS.find(
      (each) => names.has(name + ENDS[each]) && takesCoding(headers['accept-encoding'], each),
    )
    const bytes = await read(coding ? name + ENDS[coding] : name)
    return { bytes, type, coding: coding ?? null }
  }
}
