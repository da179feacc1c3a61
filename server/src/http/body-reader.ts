/** Result of reading a body: its bytes without the coding, and whether it is over. */
export type BodyResult =
  | { ok: true; parts: Uint8Array[]; isOver: boolean }
  | { ok: false; error: 'MALFORMED_CHUNK' }

/** Takes a body's bytes as they come. */
export type BodyReader = { push(bytes: Uint8Array): BodyResult }

/**
 * Reader of a source's body: chunked, of a length, or until the connection ends, which is what encoders do. Null where
 * the headers do not agree on one (RFC 9112 s6.3: both of them is a smuggler's, another coding is unknown).
 */
export function bodyReaderOf(headers: ReadonlyMap<string, string>): BodyReader | null {
  const coding = headers.get('transfer-encoding')
  const length = headers.get('content-length')
  if (coding !== undefined)
    return length === undefined && coding.toLowerCase() === 'chunked' ? new ChunkedBody() : null
  if (length === undefined) return { push: (bytes) => ({ ok: true, parts: [bytes], isOver: false }) }
  return /^\d{1,15}$/.test(length) ? new SizedBody(Number(length)) : null
}

class SizedBody implements BodyReader {
  #left: number

  constructor(length: number) {
    this.#left = length
  }

  push(bytes: Uint8Array): BodyResult {
    const part = bytes.subarray(0, this.#left)
    this.#left -= part.length
    return { ok: true, parts: [part], isOver: this.#left === 0 }
  }
}

/** Digits of a size, its extensions and a trailer line are passed over; longer ones are nobody's. */
const MAX_LINE_BYTES = 256
/** RFC 9112 s7.1: chunk-size, in hexadecimal, then extensions. */
const SIZE_LINE = /^([0-9a-fA-F]{1,8})[ \t]*(?:;[\t -~]*)?$/
const CR = 13
const LF = 10

type ChunkState = 'size' | 'content' | 'content end' | 'trailer' | 'over'

/** RFC 9112 s7.1: the chunked coding, cut anywhere. Holds one line at most. */
class ChunkedBody implements BodyReader {
  #state: ChunkState = 'size'
  #line = ''
  #left = 0

  push(bytes: Uint8Array): BodyResult {
    const parts: Uint8Array[] = []
    for (let at = 0; at < bytes.length && this.#state !== 'over'; ) {
      if (this.#state === 'content') {
        const part = bytes.subarray(at, at + this.#left)
        parts.push(part)
        at += part.length
        this.#left -= part.length
        if (this.#left === 0) this.#state = 'content end'
      } else if (!this.#takeOfLine(bytes[at++] ?? 0)) return { ok: false, error: 'MALFORMED_CHUNK' }
    }
    return { ok: true, parts, isOver: this.#state === 'over' }
  }

  /** Answers false when the line is none. */
  #takeOfLine(byte: number): boolean {
    const isAfterCr = this.#line.endsWith('\r')
    if (byte === LF) {
      const line = this.#line.slice(0, -1)
      this.#line = ''
      return isAfterCr && this.#endLine(line)
    }
    if (isAfterCr || this.#line.length > MAX_LINE_BYTES) return false
    this.#line += byte === CR ? '\r' : String.fromCharCode(byte)
    return true
  }

  #endLine(line: string): boolean {
    if (this.#state === 'content end') {
      this.#state = 'size'
      return line === ''
    }
    if (this.#state === 'trailer') {
      if (line === '') this.#state = 'over'
      return true
    }
    const digits = SIZE_LINE.exec(line)?.[1]
    if (digits === undefined) return false
    this.#left = Number.parseInt(digits, 16)
    this.#state = this.#left === 0 ? 'trailer' : 'content'
    return true
  }
}
