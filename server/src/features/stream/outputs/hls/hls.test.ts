import { readdirSync, rmSync } from 'node:fs'
import { readSegment } from '@carillon/media/fixtures/boxes'
import { sameBytes } from '@carillon/media/fixtures/webm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { KEPT_AFTER_END_MS } from './hls.ts'
import { MAX_SHOW_BYTES, ShowSegments } from './show-segments.ts'
import { clock, FIRST, NOW_MS, namesIn, open, packetsFor, play, resetClock } from './testing.ts'
import { KEPT_SEGMENTS, MAX_KEPT_BYTES } from './timeline.ts'

beforeEach(resetClock)

describe('segments', () => {
  it('[HL3] are cut at every fourth second of the packets, each packet into the segment in which it begins', () => {
    for (const packetMs of [20, 60] as const) {
      clock.nowMs += 100_000
      const { hls } = open()
      const timeline = hls.open()
      const packets = packetsFor(13, packetMs)
      play(timeline, packets, packetMs)
      timeline.close()
      const { epoch, firstNumber } = timeline
      const segments = [0, 1, 2, 3].map((at) =>
        readSegment(hls.kept(epoch, firstNumber + at) ?? expect.fail(`${at}`)),
      )
      expect(
        sameBytes(
          segments.flatMap((segment) => segment.packets),
          packets,
        ),
      ).toBe(true)
      for (const [at, { startInSamples }] of segments.entries()) {
        expect(startInSamples - at * 192_000).toBeGreaterThanOrEqual(0)
        expect(startInSamples - at * 192_000).toBeLessThan(packetMs * 48)
      }
      expect(hls.kept(epoch, firstNumber + 4)).toBeUndefined()
    }
  })

  it('[HL3] are there when they are whole, and never change', () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(3.98))
    expect(hls.kept(timeline.epoch, FIRST)).toBeUndefined()
    play(timeline, packetsFor(0.02))
    const bytes = hls.kept(timeline.epoch, FIRST)?.slice()
    play(timeline, packetsFor(20))
    expect(hls.kept(timeline.epoch, FIRST)).toEqual(bytes)
    expect(hls.kept(timeline.epoch + 1, FIRST)).toBeUndefined()
  })

  it('[HL4] of sound that begins later have higher numbers and another epoch, also when the clock was set back', () => {
    const { hls } = open()
    const first = hls.open()
    play(first, packetsFor(9))
    clock.nowMs -= 3_600_000
    const second = hls.open()
    expect(second.epoch).toBeGreaterThan(first.epoch)
    expect(second.firstNumber).toBe(FIRST + 3)
    expect(first.isEnded).toBe(true)
  })

  it('[HL4] begin above those of a process before, that played for any time and was gone for a second', () => {
    for (let seconds = 5; seconds < 60; seconds += 0.7) {
      clock.nowMs = NOW_MS
      const before = open().hls.open()
      // The first listener's burst is sent at once.
      before.append(packetsFor(3))
      play(before, packetsFor(seconds))
      clock.nowMs += 1_000
      expect(open().hls.open().firstNumber).toBeGreaterThan(
        before.listed.at(-1)?.number ?? expect.fail('none'),
      )
    }
  })

  it('[HL5] are kept for as long as somebody may ask for them, and within a limit of bytes', () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(4 * (KEPT_SEGMENTS + 5)))
    const kept = (from: number) =>
      Array.from({ length: 200 }, (_, at) => hls.kept(timeline.epoch, from + at)).filter((bytes) => bytes)
    expect(kept(FIRST)).toHaveLength(KEPT_SEGMENTS)
    play(timeline, packetsFor(4 * KEPT_SEGMENTS, 20, 4_000))
    const large = kept(FIRST + KEPT_SEGMENTS)
    expect(large.length).toBeLessThan(KEPT_SEGMENTS)
    expect(large.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0)).toBeLessThanOrEqual(MAX_KEPT_BYTES)
    expect(namesIn(hls.livePlaylist())).toHaveLength(15)
  })
})

describe('the live playlist', () => {
  it('[HL6] names the last minute, relative to itself, with the wall clock of its beginning', () => {
    const { hls } = open()
    expect(hls.livePlaylist()).toBeNull()
    const timeline = hls.open()
    play(timeline, packetsFor(3))
    expect(hls.livePlaylist()).toBeNull()
    play(timeline, packetsFor(6))
    const { epoch } = timeline
    expect(hls.livePlaylist()).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-TARGETDURATION:4',
        `#EXT-X-MEDIA-SEQUENCE:${FIRST}`,
        '#EXT-X-INDEPENDENT-SEGMENTS',
        '#EXT-X-START:TIME-OFFSET=-28',
        `#EXT-X-MAP:URI="${epoch}/init.mp4"`,
        '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T04:00:00.200Z',
        '#EXTINF:4.00000,',
        `${epoch}/${FIRST}.m4s`,
        '#EXTINF:4.00000,',
        `${epoch}/${FIRST + 1}.m4s`,
        '',
      ].join('\n'),
    )
    play(timeline, packetsFor(91))
    expect(namesIn(hls.livePlaylist())).toEqual(
      Array.from({ length: 15 }, (_, at) => `${epoch}/${FIRST + 10 + at}.m4s`),
    )
    expect(hls.livePlaylist()).toContain('DATE-TIME:2026-11-20T04:00:40.200Z\n')
  })

  it('[HL6] says where the wall clock jumped', () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(8))
    clock.nowMs += 60_000
    play(timeline, packetsFor(8))
    expect(hls.livePlaylist()?.match(/DATE-TIME:.*/g)).toEqual([
      'DATE-TIME:2026-11-20T04:00:00.080Z',
      'DATE-TIME:2026-11-20T04:01:08.080Z',
    ])
  })

  it('[HL7] ends with what there was of the last segment, is there for two minutes, and then gone', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(5))
    timeline.close()
    timeline.append(packetsFor(8))
    expect(hls.livePlaylist()).toMatch(/#EXTINF:1\.00000,\n.*\n#EXT-X-ENDLIST\n$/)
    expect(namesIn(hls.livePlaylist())).toHaveLength(2)
    vi.advanceTimersByTime(KEPT_AFTER_END_MS)
    expect([hls.livePlaylist(), hls.hasEpoch(timeline.epoch)]).toEqual([null, false])
  })

  it('[HL7] of sound that begins after an end names only that', () => {
    const { hls } = open()
    const first = hls.open()
    play(first, packetsFor(9))
    first.close()
    const second = hls.open()
    expect(hls.livePlaylist()).toBeNull()
    play(second, packetsFor(8))
    const names = [0, 1].map((at) => `${second.epoch}/${second.firstNumber + at}.m4s`)
    expect(namesIn(hls.livePlaylist())).toEqual(names)
    expect(hls.kept(first.epoch, FIRST)).toBeDefined()
  })

  it('[HL7] is not ended by a station that stops', async () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(9))
    await hls.close()
    timeline.close()
    expect([hls.isClosed, hls.livePlaylist()]).toEqual([true, null])
  })
})

describe('the playlist of a show', () => {
  /** Two shows on one mount, the second from the middle of a segment on. */
  function handOver() {
    const opened = open()
    const timeline = opened.hls.open()
    play(timeline, packetsFor(6))
    opened.hls.beginShow(7)
    play(timeline, packetsFor(200))
    opened.hls.beginShow(8)
    opened.hls.endShow(7)
    return { ...opened, timeline }
  }

  it('[HL8] names the show from the segment in which it begins to the one in which it ends', async () => {
    const { hls, timeline } = handOver()
    const { epoch } = timeline
    expect(hls.showPlaylist(7)).not.toContain('#EXT-X-ENDLIST')
    play(timeline, packetsFor(10))
    const first = hls.showPlaylist(7)
    expect(first).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n')
    expect(first).toContain(`#EXT-X-MAP:URI="../${epoch}/init.mp4"\n`)
    expect(first?.endsWith('#EXT-X-ENDLIST\n')).toBe(true)
    const numbers = Array.from({ length: 51 }, (_, at) => FIRST + 1 + at)
    expect(namesIn(first)).toEqual(numbers.map((number) => `../${epoch}/${number}.m4s`))
    expect(namesIn(hls.showPlaylist(8))[0]).toBe(namesIn(first).at(-1))
    expect(hls.showPlaylist(8)).not.toContain('#EXT-X-ENDLIST')
    expect(hls.showPlaylist(9)).toBeNull()
  })

  it('[HL8] each segment that it names is there, the same as it was in memory, and leaves no file', async () => {
    const { hls, directory } = open()
    const timeline = hls.open()
    hls.beginShow(7)
    const sent = packetsFor(300)
    const seen = new Map<number, Uint8Array>()
    for (let at = 0; at < sent.length; at += 200) {
      play(timeline, sent.slice(at, at + 200))
      const number = FIRST + at / 200
      seen.set(number, hls.kept(timeline.epoch, number) ?? expect.fail(`${number}`))
    }
    expect(namesIn(hls.showPlaylist(7))).toHaveLength(75)
    expect(hls.kept(timeline.epoch, FIRST)).toBeUndefined()
    for (const [number, bytes] of seen)
      await expect
        .poll(async () =>
          Buffer.compare((await hls.shows.read(timeline.epoch, number)) ?? new Uint8Array(), bytes),
        )
        .toBe(0)
    expect(await hls.shows.read(timeline.epoch, FIRST + 75)).toBeNull()
    expect(await hls.shows.read(timeline.epoch + 1, FIRST)).toBeNull()
    expect(readdirSync(directory)).toEqual([])
  })

  it('[HL8] is gone two minutes after the show, or with the second show after it', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { hls, timeline } = handOver()
    play(timeline, packetsFor(10))
    vi.advanceTimersByTime(KEPT_AFTER_END_MS)
    expect(hls.showPlaylist(7)).toBeNull()
    expect(hls.showPlaylist(8)).not.toBeNull()
    hls.beginShow(9)
    hls.beginShow(10)
    expect(hls.showPlaylist(8)).toBeNull()
  })

  it('[HL9] is gone where the disk fails or the show is too long, and the live one goes on', async () => {
    const { hls, directory, warnings } = open()
    const timeline = hls.open()
    rmSync(directory, { recursive: true })
    hls.beginShow(7)
    play(timeline, packetsFor(5))
    await expect.poll(() => hls.showPlaylist(7)).toBeNull()
    play(timeline, packetsFor(5))
    expect(namesIn(hls.livePlaylist())).toHaveLength(2)
    expect(warnings).toEqual(['The show has no HLS playlist from its beginning any more'])
    const log = { info() {}, warn() {}, error() {} }
    const long = new ShowSegments({ broadcastId: 7, directory, firstNumber: 1, log })
    const bytes = new Uint8Array(MAX_SHOW_BYTES / 512)
    const segment = { epoch: 1, durationInSamples: 192_000, endInSamples: 0, startMs: 0, bytes }
    for (let number = 1; number <= 2; number++) long.add({ ...segment, number })
    expect(namesIn(long.playlist())).toHaveLength(2)
    long.add({ ...segment, number: 3 })
    expect(long.playlist()).toBeNull()
  })
})
