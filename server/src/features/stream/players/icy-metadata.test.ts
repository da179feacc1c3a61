import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asksForTitles, METAINT_BYTES, TitleInserter, titleBlock } from './icy-metadata.ts'

const text = (block: Buffer) => block.subarray(1).toString().replace(/\0+$/, '')

/** Sound and titles, as a player reads them. */
function readAsPlayer(bytes: Buffer) {
  const sound: Buffer[] = []
  const titles: string[] = []
  let place = 0
  while (place + METAINT_BYTES < bytes.length) {
    sound.push(bytes.subarray(place, place + METAINT_BYTES))
    place += METAINT_BYTES
    const length = 1 + (bytes[place] ?? 0) * 16
    if (length > 1) titles.push(text(bytes.subarray(place, place + length)))
    place += length
  }
  sound.push(bytes.subarray(place))
  return { sound: Buffer.concat(sound), titles }
}

test('[MP20] a block has its length in sixteens, the title, and zeros', () => {
  const block = titleBlock('Asin - Masdan Mo')
  expect(block).toHaveLength(1 + 2 * 16)
  expect(block[0]).toBe(2)
  expect(text(block)).toBe("StreamTitle='Asin - Masdan Mo';")
  expect(text(titleBlock("Don't \u0000\n'; StreamUrl='x"))).toBe("StreamTitle='Don't  ’; StreamUrl='x';")
})

test('[MP20] any title fits a block, whole characters only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (title) => {
      const block = titleBlock(title)
      expect(block).toHaveLength(1 + (block[0] ?? 0) * 16)
      expect(text(block)).toMatch(/^StreamTitle='.*';$/su)
      expect(text(block).slice(0, -2)).not.toContain("';")
    }),
  )
  const long = text(titleBlock('ñ'.repeat(3_000)))
  expect(Buffer.byteLength(long)).toBeGreaterThan(4_070)
  expect(long).toMatch(/^StreamTitle='ñ+';$/)
})

test('[MP21] however the bytes are cut, the sound is the same and each title comes once', () => {
  const titles = ['One', 'Two']
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 12 }), (lengths) => {
      let written = 0
      const inserter = new TitleInserter(() => (written < 50_000 ? 'One' : 'Two'))
      const whole = Buffer.alloc(
        lengths.reduce((sum, length) => sum + length, 0),
        'sound',
      )
      const sent: Buffer[] = []
      for (const length of lengths) {
        sent.push(inserter.insert(whole.subarray(written, written + length)))
        written += length
      }
      const read = readAsPlayer(Buffer.concat(sent))
      expect(read.sound.equals(whole)).toBe(true)
      expect(read.titles).toEqual(
        titles.slice(0, read.titles.length).map((title) => `StreamTitle='${title}';`),
      )
    }),
  )
})

test('[MP21] who does not ask with "1" gets no titles', () => {
  expect([undefined, '0', '', 'yes', ['1']].map(asksForTitles)).toEqual([false, false, false, false, false])
  expect(asksForTitles('1')).toBe(true)
})
