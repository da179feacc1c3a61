import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_HEAD_BYTES, readRequestHead } from './request-head.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

const put = [
  'PUT /studio.ogg HTTP/1.1',
  'Authorization: Basic c291cmNlOng=',
  'Content-Type:application/ogg',
  'ice-name:  Ng\xfft \t',
  'Expect: 100-continue',
  'Empty:',
  '\r\n',
].join('\r\n')

/** As DarkIce 1.3 sends it. */
const darkice = [
  'SOURCE /studio.ogg HTTP/1.0',
  'Content-type: application/ogg',
  'Authorization: Basic c291cmNlOng=',
  'User-Agent: DarkIce/1.3 (http://code.google.com/p/darkice/)',
  'ice-bitrate: 96',
  'ice-public: 0',
  'ice-name: Harana Hour\r\n\r\n',
].join('\n')

const valid: [name: string, text: string, method: string][] = [
  ['what ffmpeg sends', put, 'PUT'],
  ['the older form', 'SOURCE /studio.ogg ICE/1.0\r\nice-name: x\r\n\r\n', 'SOURCE'],
  ['libshout', 'SOURCE /studio.ogg HTTP/1.0\r\nHost: a\r\n\r\n', 'SOURCE'],
  ['no headers at all', 'PUT /studio.ogg HTTP/1.0\r\n\r\n', 'PUT'],
  ['a question about the server', 'OPTIONS * HTTP/1.1\r\n\r\n', 'OPTIONS'],
]

const malformed: [name: string, text: string][] = [
  ['another version', 'PUT /a HTTP/2.0\r\n\r\n'],
  ['no version', 'PUT /a\r\n\r\n'],
  ['two blanks', 'PUT  /a HTTP/1.1\r\n\r\n'],
  ['small letters', 'put /a HTTP/1.1\r\n\r\n'],
  ['a whole address', 'PUT http://a/b HTTP/1.1\r\n\r\n'],
  ['a blank before the colon', 'PUT /a HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['a folded line', 'PUT /a HTTP/1.1\r\nHost: a\r\n b\r\n\r\n'],
  ['a line without a colon', 'PUT /a HTTP/1.1\r\nHost\r\n\r\n'],
  ['a header without a name', 'PUT /a HTTP/1.1\r\n: x\r\n\r\n'],
  ['a bare line feed within a line', 'PUT /a HTTP/1.1\r\nHost: a\nb\r\n\r\n'],
  ['a bare carriage return', 'PUT /a HTTP/1.1\r\nHost: a\rb\r\n\r\n'],
  ['a zero byte', 'PUT /a HTTP/1.1\r\nHost: a\0b\r\n\r\n'],
  ['two lengths', 'PUT /a HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 2\r\n\r\n'],
  ['two codings', 'PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n'],
]

describe('the head of a request', () => {
  it.each(valid)('[EN6] %s is read', (_, text, method) => {
    const result = readRequestHead(bytes(`${text}OggS`))
    expect(result).toMatchObject({ ok: true, bodyOffset: text.length, value: { method } })
  })

  it('[EN6] names in any letters, values without the blanks around them', () => {
    const result = readRequestHead(bytes(put))
    if (!result.ok) return expect.fail(result.error)
    expect(Object.fromEntries(result.value.headers)).toEqual({
      authorization: 'Basic c291cmNlOng=',
      'content-type': 'application/ogg',
      'ice-name': 'Ng\xfft',
      expect: '100-continue',
      empty: '',
    })
  })

  it.each([
    ['every line', darkice],
    ['the empty line', 'SOURCE /studio.ogg HTTP/1.0\r\nHost: a\r\n\n'],
    ['all but the empty line', 'SOURCE /studio.ogg HTTP/1.0\nHost: a\n\r\n'],
  ])('[EN25] a bare line feed at the end of %s is read as CRLF', (_, text) => {
    const result = readRequestHead(bytes(`${text}OggS\r\n\r\n`))
    expect(result).toMatchObject({ ok: true, bodyOffset: text.length, value: { method: 'SOURCE' } })
  })

  it('[EN25] the head of DarkIce has the headers it was sent with, and is incomplete wherever it is cut', () => {
    const result = readRequestHead(bytes(darkice))
    if (!result.ok) return expect.fail(result.error)
    expect(Object.fromEntries(result.value.headers)).toMatchObject({
      authorization: 'Basic c291cmNlOng=',
      'content-type': 'application/ogg',
      'ice-name': 'Harana Hour',
    })
    for (let end = 0; end < darkice.length; end++)
      expect(readRequestHead(bytes(darkice.slice(0, end)))).toEqual({ ok: false, error: 'INCOMPLETE' })
  })

  it('[EN6] is incomplete wherever it is cut', () => {
    for (let end = 0; end < put.length; end++)
      expect(readRequestHead(bytes(put.slice(0, end)))).toEqual({ ok: false, error: 'INCOMPLETE' })
  })

  it.each(malformed)('[EN6] %s is malformed', (_, text) => {
    expect(readRequestHead(bytes(text))).toEqual({ ok: false, error: 'MALFORMED' })
  })

  it('[EN6] is too large beyond 8 KiB', () => {
    const head = (length: number) =>
      bytes(`PUT /a HTTP/1.1\r\nA: ${'x'.repeat(length - 'PUT /a HTTP/1.1\r\nA: \r\n\r\n'.length)}\r\n\r\n`)
    expect(readRequestHead(head(MAX_HEAD_BYTES)).ok).toBe(true)
    expect(readRequestHead(head(MAX_HEAD_BYTES + 1))).toEqual({ ok: false, error: 'TOO_LARGE' })
    expect(readRequestHead(Buffer.alloc(MAX_HEAD_BYTES, 65))).toEqual({ ok: false, error: 'TOO_LARGE' })
  })

  it('[EN6] whatever comes has an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const result = readRequestHead(
          Buffer.concat([bytes('PUT /a HTTP/1.1\r\n'), noise, bytes('\r\n\r\n')]),
        )
        expect(typeof result.ok).toBe('boolean')
      }),
    )
  })
})
