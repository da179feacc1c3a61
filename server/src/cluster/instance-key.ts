import type { IncomingHttpHeaders } from 'node:http'
import { isSameSecret } from '../http/same-secret.ts'
import { AppError } from '../kernel/app-error.ts'

/** By this header an instance proves to another one that it is one. */
export const KEY_HEADER = 'x-carillon-key'

/** Throws NOT_FOUND for anyone who is no instance of this station; `key` is null where there is only one. */
export function requireInstance(headers: IncomingHttpHeaders, key: string | null): void {
  const given = headers[KEY_HEADER]
  if (key === null || typeof given !== 'string' || !isSameSecret(given, key)) throw new AppError('NOT_FOUND')
}
