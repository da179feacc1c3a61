import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPage } from './page.ts'
import { NumberedPages } from './renumber.ts'

const page = (sequence: number, body: Uint8Array) => {
  const segments = Math.floor(body.length / 255) + 1
  const lacing = new Uint8Array(segments).fill(255)
  lacing[segments - 1] = body.length % 255
  return buildPage(
    { flags: 0, granulePosition: 960 * sequence, serialNumber: 0xdecade, sequence },
    lacing,
    body,
  )
}

describe('renumbering pages', () => {
  it('[OG40] gives the page that would have been built with the lower number', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffffffff),
        fc.nat(0xffffffff),
        fc.uint8Array({ maxLength: 5_000 }),
        (sequence, back, body) => {
          const renumbered = page(sequence, body)
          new NumberedPages(renumbered).lower(back)
          // A page's granule position is not renumbered, so the expected page is built with the old one.
          const expected = page(sequence, body)
          const lacing = expected.subarray(27, expected.length - body.length)
          const header = { flags: 0, granulePosition: 960 * sequence, serialNumber: 0xdecade }
          expect(renumbered).toEqual(
            buildPage({ ...header, sequence: (sequence - back) >>> 0 }, lacing, body),
          )
        },
      ),
    )
  })

  it('[OG40] renumbers each of several pages in one buffer', () => {
    const body = (length: number) => new Uint8Array(length).fill(7)
    const bytes = Buffer.concat([page(700, body(10)), page(701, body(600)), page(702, body(255))])
    new NumberedPages(bytes).lower(698)
    const offsets = [0, 27 + 1 + 10, 27 + 1 + 10 + 27 + 3 + 600]
    expect(offsets.map((at) => bytes.readUInt32LE(at + 18))).toEqual([2, 3, 4])
  })
})
