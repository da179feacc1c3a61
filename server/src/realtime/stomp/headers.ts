import type { Version } from './versions.ts'

/** A frame's headers by name; of repeated ones the first counts (STOMP 1.2, Repeated Header Entries). */
export type Headers = ReadonlyMap<string, string>
export type HeadersResult = { ok: true; value: Headers } | { ok: false; error: string }

/** STOMP 1.2, Value Encoding. 1.1 knows no `\r`, 1.0 no escapes at all. */
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\r': '\\r', '\n': '\\n', ':': '\\c' }
const MEANINGS: Record<Version, Record<string, string>> = {
  '1.2': { '\\\\': '\\', '\\r': '\r', '\\n': '\n', '\\c': ':' },
  '1.1': { '\\\\': '\\', '\\n': '\n', '\\c': ':' },
  '1.0': {},
}
/** Commands without escapes: they come before the version is agreed on. */
const UNESCAPED: ReadonlySet<string> = new Set(['CONNECT', 'STOMP'])

/** Reads the header lines of a frame: escapes are undone, and one that the version does not know is refused. */
export function readHeaders(
  command: string,
  lines: readonly [string, string][],
  version: Version,
): HeadersResult {
  const headers = new Map<string, string>()
  const isEscaped = version !== '1.0' && !UNESCAPED.has(command)
  for (const [rawName, rawValue] of lines) {
    const name = isEscaped ? unescapeHeader(rawName, version) : rawName
    const value = isEscaped ? unescapeHeader(rawValue, version) : rawValue
    if (name === null || value === null) return { ok: false, error: 'A header has an unknown escape' }
    if (name === '') return { ok: false, error: 'A header has no name' }
    // STOMP 1.2, Value Encoding: only 1.0 may pad.
    if (version === '1.0' && !headers.has(name.trim())) headers.set(name.trim(), value.trim())
    else if (!headers.has(name)) headers.set(name, value)
  }
  return { ok: true, value: headers }
}

/** A header's text as this version writes it. 1.0 has no escapes, so line ends are taken out. */
export function escapeHeader(text: string, version: Version): string {
  if (version === '1.0') return text.replace(/[\r\n]/g, ' ')
  const pattern = version === '1.1' ? /[\\\n:]/g : /[\\\r\n:]/g
  return text.replace(pattern, (character) => ESCAPES[character] ?? character)
}

function unescapeHeader(text: string, version: Version): string | null {
  if (!text.includes('\\')) return text
  let isKnown = true
  const result = text.replace(/\\(.|$)/gs, (sequence) => {
    const meaning = MEANINGS[version][sequence]
    isKnown &&= meaning !== undefined
    return meaning ?? ''
  })
  return isKnown ? result : null
}
