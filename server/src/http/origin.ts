import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf } from './session.ts'

/** Whose pages may act for a visitor. */
export type OriginPolicy = {
  /** The station's own origin; null is the one the request was sent to. */
  publicUrl: string | null
  allowedOrigins: readonly string[]
}

/** RFC 1035 s2.3.4, and a port. */
const MAX_HOST_LENGTH = 261

/**
 * The station's origin as a handshake to `host` names it, empty for one that names none: that of its page when it is the
 * station's own, which knows the scheme, else by plain http.
 */
export function ownOrigin({ origin = '' }: IncomingHttpHeaders, host: string): string {
  if (host.length > MAX_HOST_LENGTH || !URL.canParse(`http://${host}`)) return ''
  const isOwn = URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
  return new URL(isOwn ? origin : `http://${host}`).origin
}

/**
 * Whether a page of this origin may use the visitor's cookie here. Without PUBLIC_URL the station's own origin is the
 * host the request names; the scheme is left out, since a proxy that ends TLS hides it.
 */
export function isAllowedOrigin(origin: string, host: string, policy: OriginPolicy): boolean {
  if (policy.allowedOrigins.includes(origin)) return true
  if (policy.publicUrl) return origin === policy.publicUrl
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/**
 * Whether a write may have been made by a page of another site in this visitor's name. A bearer header is never sent
 * by a browser on its own. Without Origin, Sec-Fetch-Site decides; without both it is not a browser, and a program has
 * no visitor to betray.
 */
export function isForeignWrite(headers: IncomingHttpHeaders, host: string, policy: OriginPolicy): boolean {
  if (bearerOf(headers)) return false
  if (headers.origin !== undefined) return !isAllowedOrigin(headers.origin, host, policy)
  const site = headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}

/** Whether a socket's handshake comes from another site. Browsers always send Origin with it. */
export function isForeignHandshake(
  headers: IncomingHttpHeaders,
  host: string,
  policy: OriginPolicy,
): boolean {
  return headers.origin !== undefined && !isAllowedOrigin(headers.origin, host, policy)
}
