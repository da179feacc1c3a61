import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const BASE: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'microphone=(self), display-capture=(self), camera=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** What every reply carries, audio and errors too. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(BASE)
}

/**
 * The page's content policy. Only scripts of our own run, and those inline ones that index.html holds, known by their
 * hash. Worklets and recorder workers may be blobs; sound comes from here, from blobs or from `soundOrigins`, which the
 * settings name, and from nowhere else.
 */
export function contentPolicy(html: string, soundOrigins: readonly string[] = []): string {
  const hashes = inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    ["media-src 'self' data: blob:", ...soundOrigins].join(' '),
    ["connect-src 'self' ws: wss:", ...soundOrigins].join(' '),
    "worker-src 'self' blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For replies that are no page: nothing may load, nothing may frame. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** CSP 3 s6.7.3.3: the hash covers the element's text exactly as it stands. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
}
