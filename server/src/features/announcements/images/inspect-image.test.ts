import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectImage } from './inspect-image.ts'
import { IMAGES, pngChunk, pngOf } from './testing.ts'

const HTML = Buffer.from('<html><script>alert(1)</script></html>')

describe.each(Object.entries(IMAGES))('%s', (name, bytes) => {
  it('[AM12] is known by its bytes, with its size', () => {
    const extension = name.split(',')[0]
    expect(inspectImage(bytes)).toEqual({ ok: true, value: { extension, width: 4, height: 4 } })
  })

  it('[AM12] with anything behind it is refused: a page, an archive, one byte', () => {
    for (const more of [HTML, Buffer.from('PK\u0003\u0004'), Buffer.of(0)]) {
      expect(inspectImage(Buffer.concat([bytes, more]))).toEqual({ ok: false, error: 'MORE_THAN_AN_IMAGE' })
    }
  })

  it('[AM12] with anything before it, or cut anywhere, is none', () => {
    expect(inspectImage(Buffer.concat([HTML, bytes]))).toEqual({ ok: false, error: 'NOT_AN_IMAGE' })
    for (let length = 0; length < bytes.length; length++)
      expect([length, inspectImage(bytes.subarray(0, length)).ok]).toEqual([length, false])
  })

  it('[AM12] whatever is changed in it, reading ends with an answer', () => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const changed = Buffer.from(bytes)
        for (const [at, byte] of changes) changed[at] = byte
        const result = inspectImage(changed)
        if (result.ok) expect(Math.max(result.value.width, result.value.height)).toBeLessThanOrEqual(5000)
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', HTML],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  [
    'an SVG with a declaration',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a BMP', Buffer.from('BM      ')],
  ['a script that begins like a JPEG would not', Buffer.from('\u00ff\u00d8=1;alert(1)', 'latin1')],
])('[AM12] %s is no image', (_name, bytes) => {
  expect(inspectImage(bytes)).toEqual({ ok: false, error: 'NOT_AN_IMAGE' })
})

it('[AM12] an image may be 5000 pixels wide and high, and no more', () => {
  expect(inspectImage(pngOf(5000, 5000))).toMatchObject({ ok: true })
  expect(inspectImage(pngOf(5001, 1))).toEqual({ ok: false, error: 'TOO_LARGE' })
  expect(inspectImage(pngOf(1, 0x7fffffff))).toEqual({ ok: false, error: 'TOO_LARGE' })
  expect(inspectImage(pngOf(0, 1))).toEqual({ ok: false, error: 'BROKEN' })
})

it('[AM12] a PNG whose check sum is wrong, without pixels or with two headers is damaged', () => {
  const bytes = pngOf(4, 3)
  const spoilt = Buffer.from(bytes)
  spoilt[17] = 9
  const signature = bytes.subarray(0, 8)
  const header = bytes.subarray(8, 33)
  const end = pngChunk('IEND', Buffer.alloc(0))
  const cases = [
    spoilt,
    Buffer.concat([signature, header, end]),
    Buffer.concat([signature, header, bytes.subarray(8)]),
  ]
  for (const each of cases) expect(inspectImage(each)).toEqual({ ok: false, error: 'BROKEN' })
  expect(crc32(Buffer.from('IEND'))).toBe(0xae426082)
})
