/** A request line and its headers. */
export type RequestHead = {
  method: string
  target: string
  /** By name in small letters. Of a repeated one the first counts, but for `transfer-encoding` and `content-length`. */
  headers: ReadonlyMap<string, string>
}

/** What stands at the beginning of a connection. `bodyOffset` is where the head has ended. */
export type HeadResult =
  | { ok: true; value: RequestHead; bodyOffset: number }
  | { ok: false; error: 'INCOMPLETE' | 'TOO_LARGE' | 'MALFORMED' }

/** More than any encoder sends, half of what the HTTP server allows. */
export const MAX_HEAD_BYTES = 8 * 1024

/** RFC 9112 s3: method SP request-target SP HTTP-version; ICE/1.0 is what sources of Icecast say instead. */
const REQUEST_LINE = /^([A-Z]+) (\*|\/[!-~]*) (?:HTTP\/1\.[01]|ICE\/1\.0)$/
/** RFC 9112 s5: field-name ":" OWS field-value OWS, without folding. */
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/

/** Reads the head of a request, strictly and in bounds. Bytes are read as Latin-1. */
export function readRequestHead(bytes: Buffer): HeadResult {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf('\r\n\r\n')
  if (end === -1) return { ok: false, error: bytes.length >= MAX_HEAD_BYTES ? 'TOO_LARGE' : 'INCOMPLETE' }
  const [requestLine = '', ...fieldLines] = bytes.toString('latin1', 0, end).split('\r\n')
  const [, method, target] = REQUEST_LINE.exec(requestLine) ?? []
  const headers = readFields(fieldLines)
  if (!method || !target || !headers) return { ok: false, error: 'MALFORMED' }
  return { ok: true, value: { method, target, headers }, bodyOffset: end + 4 }
}

/** The headers by name; null where a line is none, or where the body would have two lengths. */
function readFields(lines: readonly string[]): Map<string, string> | null {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = FIELD_LINE.exec(line) ?? []
    if (name === undefined || value === undefined) return null
    const key = name.toLowerCase()
    if (!headers.has(key)) headers.set(key, value)
    else if (key === 'content-length' || key === 'transfer-encoding') return null
  }
  return headers
}
