import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Folder of the compile cache, of `npm start` as well: reading the same sources again is half of what a program's start
 * costs.
 */
export const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')

/** The environment of a program that a test starts: these settings, and nothing else that would change what it does. */
export function childEnvironment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings }
}
