import { describe, expect, it } from 'vitest'
import { bodyReaderOf } from './body-reader.ts'

/** Reads a body that arrives in these parts. */
function read(headers: Record<string, string>, parts: readonly string[]) {
  const reader = bodyReaderOf(new Map(Object.entries(headers)))
  if (!reader) return 'refused'
  let text = ''
  for (const part of parts) {
    const result = reader.push(Buffer.from(part, 'latin1'))
    if (!result.ok) return result.error
    text += Buffer.concat(result.parts).toString('latin1')
    if (result.isOver) return `${text}|`
  }
  return text
}

const chunked = { 'transfer-encoding': 'chunked' }
const coded = '5\r\nhello\r\n0A;name=value\r\n, listener\r\n0\r\nTrailer: x\r\n\r\n'

describe('the body of a source', () => {
  it('[EN7] goes on until the connection ends, where the head says nothing', () => {
    expect(read({}, ['one', 'two'])).toBe('onetwo')
  })

  it('[EN7] ends after its length', () => {
    expect(read({ 'content-length': '5' }, ['on', 'etwo'])).toBe('onetw|')
    expect(read({ 'content-length': '5' }, ['on'])).toBe('on')
    expect(read({ 'content-length': '0' }, ['x'])).toBe('|')
  })

  it('[EN7] may be chunked, wherever it is cut', () => {
    for (let at = 0; at <= coded.length; at++)
      expect(read(chunked, [coded.slice(0, at), coded.slice(at)])).toBe('hello, listener|')
    expect(read(chunked, [...coded])).toBe('hello, listener|')
    for (let end = 0; end < coded.length; end++)
      expect('hello, listener').toContain(read(chunked, [coded.slice(0, end)]))
  })

  it.each([
    ['no size', '\r\nhello'],
    ['a size that is none', 'xyz\r\n'],
    ['a negative size', '-1\r\n'],
    ['a size of nine digits', '123456789\r\n'],
    ['a chunk longer than it said', '2\r\nhello\r\n'],
    ['a line feed alone', '5\nhello'],
    ['a carriage return alone', '5\rx'],
    ['an endless line', `5;${'x'.repeat(300)}`],
  ])('[EN7] chunks with %s are refused', (_, text) => {
    expect(read(chunked, [text])).toBe('MALFORMED_CHUNK')
  })

  it.each([
    { 'transfer-encoding': 'chunked', 'content-length': '5' },
    { 'transfer-encoding': 'gzip, chunked' },
    { 'content-length': '-1' },
    { 'content-length': '5, 5' },
    { 'content-length': '' },
  ])('[EN7] a length that is not clear is refused: %o', (headers) => {
    expect(read(headers, ['x'])).toBe('refused')
  })
})
