import type { IncomingHttpHeaders } from 'node:http'

/** Headers that a page of another origin may send beside the safelisted ones: those of our own page. */
const REQUEST_HEADERS = 'Authorization, Cache-Control, Content-Type, Idempotency-Key, Pragma'
/** Headers that it may read beside the safelisted ones. */
const RESPONSE_HEADERS = 'Content-Disposition, Retry-After'
const MAX_AGE_SECONDS = 600

type Asking = { method: string; headers: IncomingHttpHeaders }

/** Headers that allow a page of an allowed origin to read the reply, with cookies (Fetch, CORS protocol). */
export function crossOriginHeaders(
  { origin }: IncomingHttpHeaders,
  allowedOrigins: readonly string[],
): Record<string, string> {
  if (allowedOrigins.length === 0) return {}
  // A cache between must not give one origin what another was sent.
  const vary = { Vary: 'Origin' }
  if (origin === undefined || !allowedOrigins.includes(origin)) return vary
  return {
    ...vary,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': RESPONSE_HEADERS,
  }
}

/** Whether the browser only asks if it may call (Fetch, CORS-preflight request), from an allowed origin. */
export function isAllowedPreflight({ method, headers }: Asking, allowedOrigins: readonly string[]): boolean {
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  return isPreflight && headers.origin !== undefined && allowedOrigins.includes(headers.origin)
}

/** Headers of the answer to a preflight, where these methods exist. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
  }
}
