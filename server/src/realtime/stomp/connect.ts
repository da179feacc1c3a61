import { bearerOf } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Headers } from './headers.ts'

/** STOMP 1.2, CONNECT or STOMP Frame: both mean the same. */
export const CONNECT_COMMANDS: ReadonlySet<string> = new Set(['CONNECT', 'STOMP'])
/** Longest text that can be a token. */
const MAX_TOKEN_LENGTH = 200

/** The token of an `Authorization` header; null without that header. Throws NOT_SIGNED_IN for what is no token. */
export function bearerToken(headers: Headers): string | null {
  const authorization = headers.get('Authorization') ?? headers.get('authorization')
  if (authorization === undefined) return null
  const token = bearerOf({ authorization: authorization.trim() })
  if (!token || token.length > MAX_TOKEN_LENGTH) throw new AppError('NOT_SIGNED_IN')
  return token
}
