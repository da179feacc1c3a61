import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Image } from './image.ts'
import { inspectImage } from './inspect-image.ts'
import { readOrientation, writeOrientation } from './orientation.ts'
import { IMAGES, pngChunk } from './testing.ts'
import { withoutMetadata } from './without-metadata.ts'

const SECRET = 'GPS 14.6537 N, 121.0687 E'

/** A TIFF structure of big-endian order with a maker's text behind its one entry, the orientation. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  tiff.writeUInt16BE(orientation, 18)
  return Buffer.concat([tiff, Buffer.from(SECRET)])
}

function segment(marker: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff), bytes])
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Puts metadata of every kind into one of the images. */
const MARKED: Record<Image['extension'], (orientation: number) => Buffer> = {
  jpg(orientation) {
    const { jpg = Buffer.alloc(0) } = IMAGES
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffOf(orientation)])
    const more = [
      segment(0xe1, exif),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
      segment(0xed, `Photoshop 3.0\0${SECRET}`),
      segment(0xe2, `MPF\0${SECRET}`),
      segment(0xfe, SECRET),
    ]
    return Buffer.concat([jpg.subarray(0, 2), ...more, jpg.subarray(2)])
  },
  png(orientation) {
    const { png = Buffer.alloc(0) } = IMAGES
    const text = Buffer.from(`Comment\0${SECRET}`, 'latin1')
    const more = [
      pngChunk('tEXt', text),
      pngChunk('iTXt', text),
      pngChunk('tIME', Buffer.alloc(7)),
      pngChunk('prVt', text),
      pngChunk('eXIf', tiffOf(orientation)),
    ]
    return Buffer.concat([png.subarray(0, 33), ...more, png.subarray(33)])
  },
  webp(orientation) {
    const { 'webp, with transparency': webp = Buffer.alloc(0) } = IMAGES
    const chunks = Buffer.concat([
      webp.subarray(12),
      riffChunk('EXIF', tiffOf(orientation)),
      riffChunk('XMP ', Buffer.from(SECRET)),
    ])
    chunks.writeUInt8(chunks.readUInt8(8) | 0x0c, 8)
    const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
    head.writeUInt32LE(chunks.length + 4, 4)
    return Buffer.concat([head, chunks])
  },
}
const ORIGINALS: Record<Image['extension'], string> = {
  jpg: 'jpg',
  png: 'png',
  webp: 'webp, with transparency',
}

describe.each(['jpg', 'png', 'webp'] as const)('%s', (extension) => {
  const original = IMAGES[ORIGINALS[extension]] ?? Buffer.alloc(0)

  it('[AM16] keeps nothing of place, time, maker and words, and its picture byte for byte', () => {
    const marked = MARKED[extension](1)
    expect(inspectImage(marked).ok).toBe(true)
    const cleaned = withoutMetadata(marked, { extension })
    expect(cleaned).toEqual(withoutMetadata(original, { extension }))
    expect(inspectImage(cleaned)).toEqual(inspectImage(original))
    expect(cleaned.includes('GPS')).toBe(false)
  })

  it.each([3, 6, 8])('[AM16] keeps that it is to be turned (%i), and nothing beside it', (orientation) => {
    const cleaned = withoutMetadata(MARKED[extension](orientation), { extension })
    expect(inspectImage(cleaned)).toEqual(inspectImage(original))
    expect(cleaned.includes('GPS')).toBe(false)
    const tiff = writeOrientation(orientation) ?? Buffer.alloc(1)
    expect(cleaned.includes(tiff)).toBe(true)
    expect(withoutMetadata(cleaned, { extension })).toEqual(cleaned)
  })
})

it.each(Object.entries(IMAGES))(
  '[AM16] whatever is changed in %s, what was an image stays one',
  (name, bytes) => {
    const extension = name.split(',', 1)[0] as Image['extension']
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed = Buffer.from(bytes)
        for (const [at, byte] of changes) changed[at] = byte
        const inspected = inspectImage(changed)
        if (!inspected.ok || inspected.value.extension !== extension) return
        expect(inspectImage(withoutMetadata(changed, { extension }))).toEqual(inspected)
      }),
      { numRuns: 500 },
    )
  },
)

it('[AM16] an orientation is read in either order, and is none where it is cut or out of range', () => {
  const little = writeOrientation(8) ?? Buffer.alloc(0)
  expect([readOrientation(little), readOrientation(tiffOf(6))]).toEqual([8, 6])
  expect([readOrientation(tiffOf(9)), readOrientation(tiffOf(0))]).toEqual([1, 1])
  for (let length = 0; length < 20; length++) expect(readOrientation(little.subarray(0, length))).toBe(1)
  expect(readOrientation(Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'))).toBe(1)
})
