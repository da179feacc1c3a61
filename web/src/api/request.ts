import type { Endpoint } from '@carillon/contract/endpoint'

/** The parts of a call, untyped: `call` has checked them against the endpoint. */
export type CallParts = { params?: unknown; query?: unknown; body?: unknown }

/** Fills `:name` of the path and appends the query; a GET carries `_ts`, so that no cache between answers it. */
export function urlOf(endpoint: Endpoint, parts: CallParts, baseUrl: string, nowMs: number): string {
  const params = (parts.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  if (endpoint.method === 'GET') search.set('_ts', String(nowMs))
  const query = search.toString()
  return `${baseUrl}${path}${query ? `?${query}` : ''}`
}

export type HeaderParts = { token: string | null; idempotencyKey: string | null }

/** Options of `fetch` beside the address. */
export function initOf(
  endpoint: Endpoint,
  parts: CallParts,
  { token, idempotencyKey }: HeaderParts,
): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json', 'Content-Type': 'application/json' }
  if (endpoint.method === 'GET') Object.assign(headers, { 'Cache-Control': 'no-cache', Pragma: 'no-cache' })
  if (token) headers.Authorization = `Bearer ${token}`
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  // What is deleted as a page is left is deleted.
  const keepalive = endpoint.method === 'DELETE'
  const init: RequestInit = { method: endpoint.method, credentials: 'include', headers, keepalive }
  return parts.body === undefined ? init : { ...init, body: JSON.stringify(parts.body) }
}

/** The value of a cookie that the page may read, or null. */
export function readableCookie(cookies: string, name: string): string | null {
  const pair = cookies.split(/;\s*/).find((text) => text.startsWith(`${name}=`))
  return pair ? decoded(pair.slice(name.length + 1)) || null : null
}

/** Anyone who set the cookie may not have encoded it: then it is what it says. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
