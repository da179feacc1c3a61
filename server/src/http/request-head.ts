/** A request line and its headers. */
export type RequestHead = {
  method: string
  target: string
  /** By name in small letters. Of a repeated one the first counts, but for `transfer-encoding` and `content-length`. */
  headers: ReadonlyMap<string, string>
}

/** Head of a request at the beginning of a connection. `bodyOffset` is where the head has ended. */
export type HeadResult =
  | { ok: true; value: RequestHead; bodyOffset: number }
  | { ok: false; error: 'INCOMPLETE' | 'TOO_LARGE' | 'MALFORMED' }

/** More than any encoder sends, half of what the HTTP server allows. */
export const MAX_HEAD_BYTES = 8 * 1024

/** RFC 9112 s3: method SP request-target SP HTTP-version; ICE/1.0 is what sources of Icecast say instead. */
const REQUEST_LINE = /^([A-Z]+) (\*|\/[!-~]*) (?:HTTP\/1\.[01]|ICE\/1\.0)$/
/** RFC 9112 s5: field-name ":" OWS field-value OWS, without folding. */
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/

/**
 * RFC 9112 s2.2: a recipient may take a single LF for the end of a line and ignore a CR before it. DarkIce ends its lines
 * so. It is safe here: these connections carry one request, and no proxy has read its head differently before us.
 */
const LINE_END = /\r?\n/
const EMPTY_LINES = ['\n\n', '\n\r\n']

/** Reads the head of a request, strictly and in bounds. Bytes are read as Latin-1. */
export function readRequestHead(bytes: Buffer): HeadResult {
  const bodyOffset = endOfHead(bytes.subarray(0, MAX_HEAD_BYTES))
  if (bodyOffset === null)
    return { ok: false, error: bytes.length >= MAX_HEAD_BYTES ? 'TOO_LARGE' : 'INCOMPLETE' }
  // Behind the empty line the text goes on with nothing: the last two parts are no fields.
  const lines = bytes.toString('latin1', 0, bodyOffset).split(LINE_END).slice(0, -2)
  const [requestLine = '', ...fieldLines] = lines
  const [, method, target] = REQUEST_LINE.exec(requestLine) ?? []
  const headers = readFields(fieldLines)
  if (!method || !target || !headers) return { ok: false, error: 'MALFORMED' }
  return { ok: true, value: { method, target, headers }, bodyOffset }
}

/** Offset after the first empty line; null where there is none. */
function endOfHead(bytes: Buffer): number | null {
  const ends = EMPTY_LINES.map((line) => ({ at: bytes.indexOf(line), length: line.length }))
  const first = ends.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at)[0]
  return first ? first.at + first.length : null
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
