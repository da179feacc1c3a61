import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggReader } from '@carillon/media/ogg/reader'
import { NumberedPages } from '@carillon/media/ogg/renumber'
import { durationInSamples, readPacket } from '@carillon/media/opus/packet'
import { WebmDemuxer } from '@carillon/media/webm/demuxer'
import { describe, expect, it } from 'vitest'
import { Feed } from '../on-air/feed.ts'
import { minBitrateBytes } from './min-bitrate-padding.ts'
import { BURST_MS, Mount } from './mount.ts'

/** A mount and its feed on a clock that the test moves, its output read back by a strict reader. */
function createMount() {
  let nowMs = 1_000
  const sent: Uint8Array[] = []
  const onPage = (bytes: Uint8Array) => sent.push(bytes)
  const mount = new Mount({ serialNumber: 77, now: () => nowMs, onPage })
  const feed = new Feed({ now: () => nowMs, target: mount })
  mount.begin()
  return {
    mount,
    feed,
    /** Lets time pass, with the ticks that belong to it. */
    pass(ms: number) {
      for (const end = nowMs + ms; nowMs < end; ) {
        nowMs += 50
        if (nowMs % 250 === 0) mount.tick()
      }
    },
    pages() {
      const result = new OggReader().push(Buffer.concat(sent))
      if (!result.ok) throw new Error(result.error)
      return result.pages
    },
  }
}

/** Plays a capture as the recorder sent it; chunks come every 300 ms. */
function play(on: ReturnType<typeof createMount>, capture: string) {
  const demuxer = new WebmDemuxer()
  for (const chunk of captureNamed(capture).chunks) {
    const result = demuxer.push(chunk)
    const events = result.ok ? result.events : []
    on.feed.push(events.flatMap((event) => (event.type === 'packet' ? [event.data] : [])))
    on.pass(300)
  }
}

describe('the one logical stream', () => {
  it('[ST7] goes on when the source leaves, comes back, changes its bitrate or its browser', () => {
    const on = createMount()
    play(on, 'chromium-desktop')
    on.pass(5_000)
    play(on, 'chromium-160k')
    play(on, 'firefox-destination')
    on.pass(30_000)
    play(on, 'chromium-mixed')
    on.mount.close()

    const pages = on.pages()
    expect(new Set(pages.map((page) => page.serialNumber))).toEqual(new Set([77]))
    expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, index) => index))
    expect(pages.filter((page) => page.isFirst)).toHaveLength(1)
    let granulePosition = 0
    for (const page of pages.slice(2)) {
      for (const packet of page.packets) granulePosition += durationInSamples(packet)
      expect(page.granulePosition).toBe(granulePosition)
    }
    expect(pages.findIndex((page) => page.isLast)).toBe(pages.length - 1)
  })

  it('[ST8] never falls below its least byte rate, in music or silence', () => {
    const on = createMount()
    play(on, 'chromium-vbr')
    on.pass(5_000)
    for (const page of on.pages().slice(2)) {
      const samples = page.packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
      const bytes = page.packets.reduce((sum, packet) => sum + packet.length, 0)
      expect(bytes).toBeGreaterThanOrEqual(minBitrateBytes(samples))
      expect(page.packets.every((packet) => readPacket(packet).ok)).toBe(true)
    }
  })

  it('[ST8] tells its bitrate as listeners get it', () => {
    const on = createMount()
    on.pass(10_000)
    expect(on.mount.bitrate).toBeGreaterThanOrEqual(96_000)
    expect(on.mount.bitrate).toBeLessThan(105_000)
  })
})

describe('a new listener', () => {
  it('[ST9] gets the header, three seconds of recent pages and no gap before what follows', () => {
    const on = createMount()
    play(on, 'chromium-desktop')
    const opening = on.mount.opening()
    on.pass(1_000)
    const rest = on.mount.pages.join(opening.next, on.mount.pages.end)
    new NumberedPages(rest.bytes).lower(opening.back)
    const result = new OggReader().push(Buffer.concat([opening.bytes, rest.bytes]))
    const pages = result.ok ? result.pages : []
    expect(pages[0]?.isFirst).toBe(true)
    expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, index) => index))
    const burst = new OggReader().push(opening.bytes)
    const packets = burst.ok ? burst.pages.slice(2).flatMap((page) => page.packets) : []
    const burstMs = packets.reduce((sum, packet) => sum + durationInSamples(packet) / 48, 0)
    expect(burstMs).toBeGreaterThanOrEqual(BURST_MS)
    expect(burstMs).toBeLessThan(BURST_MS + 400)
  })

  it('[ST9] gets a whole burst even in the first moment of a broadcast', () => {
    const { bytes } = createMount().mount.opening()
    expect(bytes.length).toBeGreaterThan((BURST_MS * 96) / 8)
  })

  it('[ST9] shares its burst with all who come at the same time', () => {
    const { mount } = createMount()
    expect(mount.opening().bytes).toBe(mount.opening().bytes)
  })
})

describe('what the station knows of its source', () => {
  it('[ST10] is recovering within 3 s of the last audio, and not before a chunk could be late', () => {
    const on = createMount()
    play(on, 'chromium-desktop')
    on.pass(700)
    expect(on.feed.isRecovering).toBe(false)
    on.pass(2_000)
    expect(on.feed.isRecovering).toBe(true)
    play(on, 'chromium-desktop')
    expect(on.feed.isRecovering).toBe(false)
  })

  it('[ST11] with the feed held, listeners hear silence, and the source when it is opened again', () => {
    const on = createMount()
    play(on, 'chromium-desktop')
    on.pass(1_000)
    on.feed.hold({ by: 'Ada', since: '2026-11-20T01:00:00.000Z' })
    const before = on.pages().length
    play(on, 'chromium-desktop')
    const held = on
      .pages()
      .slice(before)
      .flatMap((page) => page.packets)
    expect(new Set(held.map(durationInSamples))).toEqual(new Set([960]))
    on.feed.hold(null)
    play(on, 'chromium-desktop')
    expect(on.pages().at(-1)?.packets.map(durationInSamples)).toContain(2880)
    expect(on.feed.isRecovering).toBe(false)
  })
})
