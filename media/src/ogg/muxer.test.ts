import { describe, expect, test } from 'vitest'
import { captures } from '../fixtures/captures.ts'
import { demux, packetsOf } from '../fixtures/demux.ts'
import { bytes, sameBytes } from '../fixtures/webm.ts'
import { opusHead, readOpusHead } from '../opus/head.ts'
import { silencePacket } from '../opus/silence.ts'
import { checksum } from './checksum.ts'
import { OggMuxer } from './muxer.ts'
import { pageSequence } from './page.ts'
import { type OggPage, OggReader } from './reader.ts'

const packet = Uint8Array.of(0xfc, 0xff, 0xfe)

function pagesOf(stream: Uint8Array): OggPage[] {
  const result = new OggReader().push(stream)
  return result.ok ? result.pages : expect.fail(result.error)
}

function hex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
}

describe('bytes', () => {
  test('[OG6] the header pages: OpusHead and OpusTags, each alone on its page', () => {
    expect(new OggMuxer({ serialNumber: 0x01020304 }).headerPages()).toEqual(
      bytes(
        hex('4f676753 00 02 0000000000000000 04030201 00000000 8f9e5d6e 01 13'),
        hex('4f70757348656164 01 02 3801 80bb0000 0000 00'),
        hex('4f676753 00 00 0000000000000000 04030201 01000000 c0eac325 01 18'),
        hex('4f70757354616773 08000000 436172696c6c6f6e 00000000'),
      ),
    )
  })

  test('[OG6] an OpusHead is read back, and nothing else', () => {
    expect(readOpusHead(opusHead())).toEqual({
      ok: true,
      value: { channels: 2, preSkip: 312, inputSampleRate: 48000 },
    })
    for (const broken of [
      new Uint8Array(0),
      new Uint8Array(19),
      opusHead().subarray(0, 18),
      bytes(opusHead().fill(3, 8, 9).fill(16, 8, 9)),
    ])
      expect(readOpusHead(broken)).toEqual({ ok: false, error: 'NOT_OPUS_HEAD' })
  })

  test('[OG7] a page of two packets', () => {
    expect(new OggMuxer({ serialNumber: 0x01020304 }).page([packet, Uint8Array.of(0xf8)])).toEqual(
      hex('4f676753 00 00 8007000000000000 04030201 02000000 99651d8c 02 03 01 fcfffe f8'),
    )
  })

  test('[OG7] the checksum is that of RFC 3533, whatever the length', () => {
    expect(checksum(new TextEncoder().encode('123456789'))).toBe(0x89a1897f)
    for (let length = 0; length < 300; length++) {
      const data = Uint8Array.from({ length }, (_, index) => (index * 167 + length) & 255)
      if (checksum(data) !== checksumBitByBit(data)) expect.fail(`${length} bytes`)
    }
  })
})

describe('one stream that goes on', () => {
  test('[OG8] the granule position counts the samples of all packets so far', () => {
    const muxer = new OggMuxer({ serialNumber: 1 })
    const pages = [[packet], [packet, silencePacket(2880)], [silencePacket(2880)]].map((group) =>
      muxer.page(group),
    )
    expect(pages.flatMap(pagesOf).map(({ granulePosition }) => granulePosition)).toEqual([960, 4800, 7680])
    expect(muxer.granulePosition).toBe(7680)
  })

  test('[OG8] the granule position grows beyond 32 bits', () => {
    const muxer = new OggMuxer({ serialNumber: 1, granulePosition: 2 ** 32 - 960 })
    const pages = [muxer.page([packet]), muxer.page([packet])].flatMap(pagesOf)
    expect(pages.map(({ granulePosition }) => granulePosition)).toEqual([2 ** 32, 2 ** 32 + 960])
  })

  test('[OG9] serial number stays and sequence numbers follow one another, through 2^32', () => {
    const muxer = new OggMuxer({ serialNumber: 0xfffffffe, sequence: 2 ** 32 - 2 })
    const pages = Array.from({ length: 4 }, () => muxer.page([packet])).flatMap(pagesOf)
    expect(pages.map(({ sequence }) => sequence)).toEqual([2 ** 32 - 2, 2 ** 32 - 1, 0, 1])
    expect(new Set(pages.map(({ serialNumber }) => serialNumber))).toEqual(new Set([0xfffffffe]))
  })

  test('[OG9] no packets make no page and take no number', () => {
    const muxer = new OggMuxer({ serialNumber: 1 })
    expect(muxer.page([])).toEqual(new Uint8Array(0))
    expect(pageSequence(muxer.page([packet]))).toBe(2)
  })

  test('[OG12] the last page says so, with or without packets', () => {
    const muxer = new OggMuxer({ serialNumber: 7 })
    expect(pagesOf(muxer.page([packet]))).toMatchObject([{ isLast: false }])
    expect(pagesOf(muxer.lastPage([packet]))).toMatchObject([{ isLast: true, granulePosition: 1920 }])
    expect(pagesOf(new OggMuxer({ serialNumber: 7 }).lastPage([]))).toMatchObject([
      { isLast: true, packets: [] },
    ])
  })
})

describe('lacing', () => {
  test.each([0, 1, 254, 255, 256, 509, 510, 511, 1275, 65024])(
    '[OG10] a packet of %i bytes is read back',
    (length) => {
      const pages = pagesOf(new OggMuxer({ serialNumber: 1 }).page([celt(length), packet]))
      expect(
        sameBytes(
          pages.flatMap(({ packets }) => packets),
          [celt(length), packet],
        ),
      ).toBe(true)
    },
  )

  test('[OG10] packets that need more than 255 segments are spread over pages, none torn', () => {
    const packets = Array.from({ length: 100 }, () => celt(700))
    const pages = pagesOf(new OggMuxer({ serialNumber: 1 }).page(packets))
    expect(pages.map((page) => page.packets.length)).toEqual([85, 15])
    expect(pages.map((page) => page.granulePosition)).toEqual([85 * 960, 100 * 960])
    expect(pages.some((page) => page.isContinued)).toBe(false)
  })

  test.each([65025, 65280, 130_100])('[OG10] a packet of %i bytes goes on over pages', (length) => {
    const pages = pagesOf(new OggMuxer({ serialNumber: 1 }).page([packet, celt(length), packet]))
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index + 2))
    expect(pages.slice(1, -2).every(({ granulePosition }) => granulePosition === -1)).toBe(true)
    expect(pages.map(({ isContinued }) => isContinued)).toEqual(
      pages.map((_, index) => index > 1 && index < pages.length - 1),
    )
    expect(
      sameBytes(
        pages.flatMap(({ packets }) => packets),
        [packet, celt(length), packet],
      ),
    ).toBe(true)
  })

  test('[OG10] every recording comes back packet by packet', () => {
    for (const { chunks } of captures) {
      const packets = packetsOf(demux(chunks))
      const muxer = new OggMuxer({ serialNumber: 1 })
      const pages = Array.from({ length: Math.ceil(packets.length / 4) }, (_, index) =>
        muxer.page(packets.slice(index * 4, index * 4 + 4)),
      ).flatMap(pagesOf)
      expect(
        sameBytes(
          pages.flatMap((page) => page.packets),
          packets,
        ),
      ).toBe(true)
    }
  })
})

describe('reader', () => {
  const stream = bytes(
    new OggMuxer({ serialNumber: 1 }).headerPages(),
    new OggMuxer({ serialNumber: 1 }).page([packet, celt(600)]),
  )

  test('[OG14] a stream cut at any byte gives the same pages', () => {
    const whole = pagesOf(stream)
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = new OggReader()
      const results = [reader.push(stream.subarray(0, cut)), reader.push(stream.subarray(cut))]
      expect(results.flatMap((result) => (result.ok ? result.pages : []))).toEqual(whole)
    }
  })

  test('[OG14] goes on after damage with the next whole page', () => {
    const muxer = new OggMuxer({ serialNumber: 1 })
    const pages = Array.from({ length: 20 }, () => muxer.page([packet, celt(300)]))
    const [length = 0] = pages.map((page) => page.length)
    const damaged = bytes(...pages)
    damaged.fill(0, 3 * length + 10, 3 * length + 40)
    damaged.fill(7, 8 * length, 9 * length + 1)
    const reader = new OggReader()
    const found: OggPage[] = []
    for (let at = 0; at < damaged.length; at += 100) {
      let result = reader.push(damaged.subarray(at, at + 100))
      for (; !result.ok; result = reader.skipDamage()) found.push(...result.pages)
      found.push(...result.pages)
    }
    const lost = [3, 8, 9].map((index) => index + 2)
    expect(found.map(({ sequence }) => sequence)).toEqual(
      pages.map((_, index) => index + 2).filter((sequence) => !lost.includes(sequence)),
    )
  })

  test('[OG14] a changed byte is noticed', () => {
    for (let at = 0; at < stream.length; at++) {
      const changed = stream.slice()
      changed[at] = (changed[at] ?? 0) ^ 0x10
      const result = new OggReader().push(changed)
      // A changed segment table may also leave a page that never ends.
      expect(result.ok && result.pages.length === 3).toBe(false)
    }
  })
})

function celt(length: number): Uint8Array {
  return new Uint8Array(length).fill(5).fill(0xfc, 0, 1)
}

function checksumBitByBit(data: Uint8Array): number {
  let crc = 0
  for (const byte of data) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
