import type { Operation } from './document.ts'

/** A request before it is written: values by name. */
export type Draft = {
  path: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, string>
  /** Undefined: none. A buffer goes out as it is. */
  body: unknown
}

/** A request as it goes over the wire. */
export type WireRequest = {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | null
}

/** So much of one value fits into an address many times; what is longer is the raw bytes' part. */
const MAX_IN_ADDRESS = 1_500

/** Writes a draft as the document's call asks for it. */
export function writeRequest({ method, template, bodyTypes }: Operation, draft: Draft): WireRequest {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => percentEncode(textOf(draft.path[name])))
  const query = Object.entries(draft.query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) => `${percentEncode(name)}=${percentEncode(textOf(one))}`,
    ),
  )
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  if (draft.body === undefined) return { method, target, headers: draft.headers, body: null }
  const isRaw = Buffer.isBuffer(draft.body)
  const type = isRaw ? (bodyTypes[0] ?? 'application/octet-stream') : 'application/json'
  return {
    method,
    target,
    headers: { 'content-type': type, ...draft.headers },
    body: Buffer.isBuffer(draft.body) ? draft.body : Buffer.from(JSON.stringify(draft.body) ?? ''),
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.slice(0, MAX_IN_ADDRESS)
}

/** Half a pair of surrogates goes out as the three bytes that no UTF-8 has. */
function percentEncode(text: string): string {
  return [...text]
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('')
}
