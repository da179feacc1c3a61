import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OggMuxer } from './muxer.ts'
import { pagesIn, restampPages } from './restamp.ts'

/** A packet of 20 ms, CELT, one frame. */
const packet = (length: number) => Uint8Array.of(0xf8, ...new Uint8Array(length).fill(length % 256))
const packets = fc.array(fc.nat(700).map(packet), { minLength: 1, maxLength: 12 })

it('[RW20] pages of one stream become those that another one would have had', () => {
  fc.assert(
    fc.property(
      fc.array(packets, { minLength: 1, maxLength: 6 }),
      fc.nat(2 ** 31),
      fc.nat(2 ** 40),
      (pages, sequence, granulePosition) => {
        const stream = (options: ConstructorParameters<typeof OggMuxer>[0]) => {
          const muxer = new OggMuxer(options)
          return Buffer.concat(pages.map((each) => muxer.page(each)))
        }
        const bytes = stream({ serialNumber: 7 })
        const count = restampPages(bytes, { serialNumber: 9, sequence, shiftInSamples: granulePosition })
        expect(count).toBe(pages.length)
        expect(bytes).toEqual(stream({ serialNumber: 9, sequence, granulePosition }))
      },
    ),
  )
})

it('[RW20] the marks of a first and a last page go', () => {
  const muxer = new OggMuxer({ serialNumber: 7 })
  const bytes = Buffer.concat([muxer.headerPages(), muxer.lastPage([packet(40)])])
  restampPages(bytes, { serialNumber: 7, sequence: 0, shiftInSamples: 0 })
  expect([...pagesIn(bytes)].map(({ start }) => bytes[start + 5])).toEqual([0, 0, 0])
})

it('[RW20] a page that is cut anywhere ends the list', () => {
  const muxer = new OggMuxer({ serialNumber: 7 })
  const first = muxer.page([packet(40)])
  const bytes = Buffer.concat([first, muxer.page([packet(300)])])
  for (let cut = 0; cut < bytes.length; cut++) {
    const whole = [...pagesIn(bytes.subarray(0, cut))]
    expect(whole).toHaveLength(cut < first.length ? 0 : 1)
  }
  expect([...pagesIn(bytes)].map(({ end }) => end)).toEqual([first.length, bytes.length])
})
