import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from './app-error.ts'

/** By this header an instance proves to another one that it is one. */
export const KEY_HEADER = 'x-carillon-key'

/** Throws NOT_FOUND for whoever is no instance of this station; `key` is null where there is only one. */
export function requireInstance(headers: IncomingHttpHeaders, key: string | null): void {
  const given = headers[KEY_HEADER]
  if (key === null || typeof given !== 'string' || !isSame(given, key)) throw new AppError('NOT_FOUND')
}

/** Compares without telling by the time it takes how much is right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
