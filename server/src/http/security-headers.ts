import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** For replies that are no page: nothing may load, nothing may frame. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** For workers of the app: they run and ask what is the station's own. Nothing may frame them. */
export const WORKER_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of every reply, whatever it is: pages, calls, sound, errors, and refusals before there is a request. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Microphone and display-capture are the page's own by default; every reply pays for each word here.
  'Permissions-Policy': 'camera=(), geolocation=(), payment=(), usb=()',
  'Content-Security-Policy': NO_PAGE_POLICY,
}

/** RFC 6797 s6.1: a year. Other names of the campus are not ours to speak for. */
export const TRANSPORT_SECURITY: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'max-age=31536000',
}

/** Headers as lines of a reply that is written by hand. */
export function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** Sets what every reply carries; `isSecure`: it goes to somebody who is to come back by https alone. */
export function setSecurityHeaders(reply: FastifyReply, isSecure: boolean): void {
  reply.headers({ ...SECURITY_HEADERS, ...(isSecure && TRANSPORT_SECURITY) })
}

/**
 * The page's content policy. Only scripts of our own run, and those inline ones that index.html holds, known by their
 * hash. Worklets and recorder workers may be blobs. `elsewhere` are origins beside the page's own that it speaks to and
 * hears: its sockets by name, for Safari before 15.4 does not take `'self'` to cover them, and another mount's host.
 */
export function contentPolicy(html: string, otherOrigins: readonly string[] = []): string {
  return policyOf(html, otherOrigins, [])
}

/** As `contentPolicy`, for a page whose program of others brings its styles with it. */
export function policyWithInlineStyles(html: string): string {
  return policyOf(html, [], ["'unsafe-inline'"])
}

function policyOf(html: string, otherOrigins: readonly string[], styles: readonly string[]): string {
  const hashes = inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const mediaOrigins = otherOrigins.filter((origin) => origin.startsWith('http'))
  return [
    "default-src 'self'",
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...hashes].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    // Announcements have what was uploaded here; small images of the page stand in its styles.
    "img-src 'self' data:",
    `media-src ${["'self'", 'blob:', ...mediaOrigins].join(' ')}`,
    `connect-src ${["'self'", ...otherOrigins].join(' ')}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Origins beside a page that was asked for at `host`: of its sockets, of the station's own address, and of its streams.
 */
export function placesBeside(host: string, publicUrl: string | null, streams: readonly string[]): string[] {
  // What a visitor calls the host goes into a header of their own reply, as far as it is a name.
  const named = /^[a-z0-9.:[\]-]+$/i.test(host) ? [`ws://${host}`, `wss://${host}`] : []
  const own = publicUrl ? [publicUrl, publicUrl.replace(/^http/, 'ws')] : []
  return [...new Set([...named, ...own, ...streams])]
}

/** CSP 3 s6.7.3.3: the hash covers the element's text exactly as it stands. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
}
