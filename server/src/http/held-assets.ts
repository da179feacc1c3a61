import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'

/** What a hashed asset is sent as. `coding` is null for the file itself. */
export type HeldAsset = { bytes: Buffer; type: string; coding: 'br' | 'gzip' | null }

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
/** The best first, each with the end of its file's name. */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const PATH = /^\/assets\/([^/?]+)(\?|$)/

/**
 * The hashed programs and styles of the page, held in memory from their first use on: they never change, and a reply
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
    const best = CODINGS.find(
      ([coding, end]) => names.has(name + end) && takes(headers['accept-encoding'], coding),
    )
    const [coding, end] = best ?? [null, '']
    return { bytes: await read(name + end), type, coding }
  }
}

/** RFC 9110 s12.5.3: named, and not with a weight of zero. */
function takes(accepted: string | string[] | undefined, coding: string): boolean {
  return String(accepted ?? '')
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
